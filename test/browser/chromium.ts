import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const candidates = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].flatMap((folder) =>
      names.map((name) => join(folder, name)),
    );
const executablePath = candidates.find(isProgram);
const missing = `no Chromium: ${process.env.CHROMIUM ? `${process.env.CHROMIUM} (CHROMIUM) is no program` : `none of ${names.join(', ')} is on the PATH; CHROMIUM may name one`}`;

/**
 * Chromium uses only the last such list, so this one repeats the relevant entries of Playwright's. The others concern
 * two pages of the address bar, which a headless browser does not show: a third of the cost of each window.
 */
const without = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** Only this machine can be reached. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  `--disable-features=${without.join(',')}`,
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

export interface Visitor {
  page: Page;
  /** What the developer tools show in red: exceptions, console errors, failed requests. */
  faults: string[];
  /** The address of every request, answered or not, except `data:`. */
  requests: string[];
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns serious findings of axe; evaluated in an isolated world, which the page's policy does not govern. */
export const findings = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const evaluate = (expression: string) =>
    session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
  await evaluate(axe);
  const { result, exceptionDetails } = await evaluate(
    `axe.run().then(({ violations, passes }) => ({ passed: passes.length, found: violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')) }))`,
  );
  expect(exceptionDetails).toBeUndefined();
  expect(result.value.passed).toBeGreaterThan(10);
  return result.value.found;
};

/** Opens a page with a profile of its own, 1280 × 800; closed after the test. */
export type OpenPage = () => Promise<Visitor>;

/**
 * Runs tests in a real browser, one for each file. Without Chromium they are skipped with a message on the console; in
 * CI, where everything has to run, they fail.
 */
export const describeInBrowser = (name: string, tests: (openPage: OpenPage) => void): void => {
  const skipped = executablePath === undefined && !process.env.CI;
  if (skipped) console.warn(`${name}: skipped, ${missing}`);
  describe.skipIf(skipped)(skipped ? `${name} (${missing})` : name, () => {
    let browser: Browser;
    beforeAll(async () => {
      if (executablePath === undefined) throw new Error(missing);
      browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
    });
    afterAll(() => browser?.close());
    tests(async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      onTestFinished(() => context.close());
      context.setDefaultTimeout(120_000);
      return watch(await context.newPage());
    });
  });
};

const watch = (page: Page): Visitor => {
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('requestfailed', (request) => {
    const fault = request.failure()?.errorText;
    // Requests that the browser cancelled on leaving the page are grey there.
    if (fault !== 'net::ERR_ABORTED') faults.push(`${request.url()} ${fault}`);
  });
  return { page, faults, requests };
};
