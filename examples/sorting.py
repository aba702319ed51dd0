"""Quicksort, as it is often written from memory."""


def quicksort(numbers: list[int]) -> list[int]:
    if not numbers:
        return []
    pivot, *rest = numbers
    smaller = [number for number in rest if number < pivot]
    larger = [number for number in rest if number > pivot]
    # The bug: what equals the pivot is in neither half.
    return quicksort(smaller) + [pivot] + quicksort(larger)
