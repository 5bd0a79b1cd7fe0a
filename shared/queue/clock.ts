/** When the clock starts a function: at a rate, or once a day at a time of UTC ("06:00"). */
export type ClockSchedule = { rateMinutes: number } | { dailyAt: `${number}:${number}` };

const DAY_MINUTES = 24 * 60;

/** Minutes from one run to the next. */
export const periodMinutesOf = (schedule: ClockSchedule): number =>
  'rateMinutes' in schedule ? schedule.rateMinutes : DAY_MINUTES;
