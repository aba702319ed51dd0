"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const storage = {
    get() { try { return localStorage.getItem("shortlex-theme"); } catch { return null; } },
    set(theme) { try { localStorage.setItem("shortlex-theme", theme); } catch { /* not allowed here */ } },
  };

  // The theme: as the system has it, until somebody chooses.
  const toggle = document.getElementById("theme");
  const themes = { system: "as the system", light: "light", dark: "dark" };
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    toggle.dataset.theme = theme;
    toggle.textContent = "Theme: " + themes[theme];
  };
  show(themes[storage.get()] ? storage.get() : "system");
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    const names = Object.keys(themes);
    const next = names[(names.indexOf(toggle.dataset.theme) + 1) % names.length];
    show(next);
    storage.set(next);
  });

  // The filter: all words must be in the name or the status.
  const filter = document.getElementById("filter");
  const items = all("nav li");
  document.getElementById("search").hidden = items.length < 2;
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const item of items) {
      const name = item.dataset.name.toLowerCase();
      const fits = words.every((word) => name.includes(word));
      item.hidden = !fits;
      document.getElementById(item.firstChild.hash.slice(1)).hidden = !fits;
      count += fits;
    }
    document.getElementById("shown").textContent =
      filter.value.trim() ? `${count} of ${items.length}` : "";
  };
  filter.addEventListener("input", apply);

  for (const button of all(".copy")) {
    const code = button.parentElement.querySelector("code");
    const label = button.innerHTML;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.innerHTML = label; }, 1500);
    });
  }

  // What of one text is not in another: from the first difference to the last.
  const changed = (text, next) => {
    let start = 0;
    const shorter = Math.min(text.length, next.length);
    while (start < shorter && text[start] === next[start]) start += 1;
    let tail = 0;
    while (tail < shorter - start && text.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
    return [start, text.length - tail];
  };

  for (const scrubber of all(".scrubber")) {
    const reduction = scrubber.parentElement;
    const steps = all(".trail li", reduction);
    const texts = steps.map((step) => step.querySelector("pre").textContent);
    const range = scrubber.querySelector("input");
    const value = scrubber.querySelector(".value");
    const place = scrubber.querySelector(".place");
    const chart = reduction.querySelector(".chart");
    const cursor = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("r", "8");
    chart.append(cursor);
    const go = (number) => {
      const step = steps[number];
      const text = texts[number];
      const [start, end] = number + 1 < texts.length
        ? changed(text, texts[number + 1]) : [text.length, text.length];
      const mark = document.createElement("mark");
      mark.textContent = text.slice(start, end);
      value.replaceChildren(text.slice(0, start), mark, text.slice(end));
      range.value = number;
      const said = step.querySelector("p").textContent;
      place.textContent = `${number} of ${steps.length - 1}: ${said}`;
      range.setAttribute("aria-valuetext", place.textContent);
      cursor.setAttribute("cx", step.dataset.x);
      cursor.setAttribute("cy", step.dataset.y);
      scrubber.querySelector(".back").disabled = number === 0;
      scrubber.querySelector(".on").disabled = number === steps.length - 1;
    };
    range.addEventListener("input", () => go(Number(range.value)));
    scrubber.querySelector(".back").addEventListener("click", () => go(Number(range.value) - 1));
    scrubber.querySelector(".on").addEventListener("click", () => go(Number(range.value) + 1));
    // As tall as the tallest value, so that nothing jumps.
    const lines = Math.max(...texts.map((text) => text.split("\n").length));
    value.style.minHeight = `calc(${Math.min(lines, 14)} * 1lh + 1.5rem)`;
    scrubber.hidden = false;
    go(0);
  }

  // On paper nothing can be opened.
  addEventListener("beforeprint", () => {
    for (const details of all("details:not(.trail)")) details.open = true;
  });
})();
