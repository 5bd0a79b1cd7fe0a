/** When a function is started: at a rate, or daily at a time in UTC ("06:00"). */
export type ClockSchedule = { rateMinutes: number } | { dailyAt: `${number}:${number}` };

const DAY_MINUTES = 24 * 60;

/** Returns the minutes from one run to the next. */
export const periodMinutesOf = (schedule: ClockSchedule): number =>
  'rateMinutes' in schedule ? schedule.rateMinutes : DAY_MINUTES;
