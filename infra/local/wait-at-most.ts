/** Waits for `work`, but no longer than `milliseconds`. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
