import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';

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
 * Chromium keeps to the last such list alone, so those of Playwright's list that count here stand in this one too. The
 * others are two pages of the address bar, which nobody sees without a head: a third of what each window costs.
 */
const without = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** The machine itself is all that can be reached. */
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
  /** What a person with the developer tools open would see in red: exceptions, console errors, failed requests. */
  faults: string[];
  /** The address of every request, whether it was answered or not; `data:` aside. */
  requests: string[];
}

/** Opens a page with a profile of its own, 1280 × 800, closed with the test. */
export type OpenPage = () => Promise<Visitor>;

/**
 * Tests in a real browser, one for the file. Without Chromium they are skipped, which is said on the console; where
 * everything has to run (CI), they fail.
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
      context.setDefaultTimeout(60_000);
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
    // What the browser itself gave up, because its page was left, is grey there.
    if (fault !== 'net::ERR_ABORTED') faults.push(`${request.url()} ${fault}`);
  });
  return { page, faults, requests };
};
