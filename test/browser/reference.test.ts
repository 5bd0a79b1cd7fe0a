import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { createProject } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';
import { describeInBrowser, findings, type Visitor } from './chromium.ts';

describeInBrowser('the reference pages', (openPage) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({}, { idle: true });
  });
  afterAll(() => service?.end());

  /**
   * Asserts that there is no error, no blocked load, and no request to a third party; URLs that a page creates itself
   * have no origin.
   */
  const expectQuiet = ({ faults, requests }: Visitor) => {
    expect(faults).toEqual([]);
    const others = requests.filter(
      (url) => !url.startsWith(service.baseUrl) && !url.startsWith(`blob:${service.baseUrl}`),
    );
    expect(others).toEqual([]);
  };
  /** Returns the operations of a long virtualised list by scrolling through it. */
  const operationsShown = async (page: Visitor['page']): Promise<string[]> => {
    const blocks = page.locator('.opblock');
    // The list renders what is on the screen, which begins with a long description.
    await page.locator('.operations-virtual').evaluate((list) => list.scrollIntoView());
    await blocks.first().waitFor();
    const shown = new Set<string>();
    for (let before = -1; before < shown.size; ) {
      before = shown.size;
      const ids = await blocks.evaluateAll((elements) =>
        elements.map(({ id }) => id.replace(/^operations-[^-]*-/, '')),
      );
      for (const id of ids) shown.add(id);
      await blocks.last().evaluate((element) => element.scrollIntoView());
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    return [...shown];
  };
  const summaries = operations.map(({ operation }) => operation.summary);

  test('Swagger UI shows every operation, signs in through the identity provider, and calls operations', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    const ann = await service.as({ user: 'ann.lee@example.com', organization: 'demo' });
    const project = await createProject(ann);

    await page.goto(`${service.baseUrl}/api/public/docs`);
    expect((await operationsShown(page)).sort()).toEqual(operations.map(({ operation }) => operation.id).sort());
    await page.evaluate('scrollTo(0, 0)');

    await page.getByRole('button', { name: 'Authorize' }).click();
    const oauth = page.locator('.auth-container').filter({ hasText: 'authorizationCode' });
    const popup = page.waitForEvent('popup');
    await oauth.locator('button.authorize').click();
    const signIn = await popup;
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    const closed = signIn.waitForEvent('close');
    await signIn.getByRole('button', { name: 'Allow' }).click();
    await closed;
    await oauth.getByText('Logout').waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();

    const list = page.locator('#operations-Projects-list-projects');
    await list.locator('.opblock-summary-control').click();
    await list.getByRole('button', { name: 'Try it out' }).click();
    await list.getByRole('button', { name: 'Execute' }).click();
    const answer = list.locator('.live-responses-table .response').first();
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').textContent()).toContain('200');
    expect(await answer.textContent()).toContain(project);
    expectQuiet(visitor);
  });

  test('Redoc shows every operation and finds one', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await page.goto(`${service.baseUrl}/api/public/redoc`);
    await page
      .locator('h2', { hasText: summaries.at(-1)! })
      .first()
      .waitFor();
    const headings = new Set((await page.locator('h2').allTextContents()).map((text) => text.trim()));
    expect(summaries.filter((summary) => !headings.has(summary))).toEqual([]);
    await page.getByPlaceholder('Search...').fill('restore');
    await page.getByText('Restore a deleted document').first().waitFor();
    expectQuiet(visitor);
  });

  test('the first page has a dark mode, and links to the mailbox of the local service', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await page.goto(service.baseUrl);
    const colour = () =>
      page
        .locator('.cards strong')
        .first()
        .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color);
    expect(await colour()).toBe('rgb(20, 50, 74)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colour()).toBe('rgb(156, 200, 234)');
    // The commands are wider than this window: they are scrolled by keyboard too.
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: /^Mailbox/ }).click();
    await page.waitForURL(`${service.baseUrl}/mail`);
    expectQuiet(visitor);
  });

  test('the first page links to both, and no page is wider than a phone', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await page.setViewportSize({ width: 375, height: 700 });
    await page.goto(service.baseUrl);
    expect(await page.getByText('/api/v1/projects').first().textContent()).toContain(service.baseUrl);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    // The tests above cover the pages' content: here it is enough that they answer.
    const arrived = { waitUntil: 'commit' } as const;
    await page.getByRole('link', { name: /Redoc: every/ }).click();
    await page.waitForURL('**/api/public/redoc', arrived);
    await page.goBack();
    await page.getByRole('link', { name: /Swagger UI: sign/ }).click();
    await page.waitForURL('**/api/public/docs', arrived);
    expectQuiet(visitor);
  });
});
