"""Calendar: dates, times, datetimes, durations and time zones. Start reading at ``dates``."""
