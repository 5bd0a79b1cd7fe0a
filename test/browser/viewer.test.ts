import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviseSheet } from '../../infra/demo/drawings/index.ts';
import { compared, createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { describeInBrowser, findings, type Visitor } from './chromium.ts';

describeInBrowser('the viewer', (openPage) => {
  let service: Service;
  let api: Api;
  let document: string;
  let comparison: string;
  let project: string;

  beforeAll(async () => {
    service = await startService();
    api = await service.as({ user: 'max' });
    project = await createProject(api);
    const { v1, v2 } = reviseSheet({ sheet: { seed: 'viewer', kind: 'floor-plan', size: 'A3' }, count: 8, seed: 5 });
    const [older, newer] = await Promise.all(
      [v1, v2].map(async (bytes, i) => {
        const { id } = (await uploadForm(api, project, bytes, `plan-${i}.pdf`)).body;
        await processed(api, id);
        return id as string;
      }),
    );
    document = newer!;
    const pair = { original_document_id: older, comparison_document_id: newer };
    const asked = await api.call('POST', '/api/v1/drawing-comparisons', pair);
    comparison = asked.body.drawing_comparison_id;
    expect(comparison, asked.text).toBeDefined();
    expect((await compared(api, comparison)).drawing_comparison.status).toBe('ready');
  });
  afterAll(() => service?.end());

  const read = async () => (await api.call('GET', `/api/v1/drawing-comparisons/${comparison}`)).body.drawing_comparison;
  const link = async (body: Record<string, unknown>): Promise<string> => {
    const answer = await api.call('POST', '/api/v1/viewer-links', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.url;
  };
  const drawn = (page: Page) => page.locator('.canvas[data-images]').first().waitFor();
  const open = async (body: Record<string, unknown>): Promise<Visitor> => {
    const visitor = await openPage();
    await visitor.page.goto(await link(body));
    await drawn(visitor.page);
    return visitor;
  };
  /** Asserts that there is no error in the console, and no request to a third party. */
  const expectQuiet = ({ faults, requests }: Visitor) => {
    expect(faults).toEqual([]);
    const origins = new Set(requests.map((url) => (url.startsWith('blob:') ? service.baseUrl : new URL(url).origin)));
    expect([...origins]).toEqual([new URL(service.baseUrl).origin]);
  };
  const current = (page: Page) => page.locator('.changes [aria-current=true] .number').textContent();

  test('shows a document: its page, its fields, and search results in it', async () => {
    const visitor = await open({ document_id: document });
    const { page } = visitor;
    const { sheets } = (await api.call('GET', `/api/v1/documents/${document}`)).body;
    expect(sheets[0].sheet_number).not.toBeNull();
    expect(await page.locator('dd').allTextContents()).toContain(sheets[0].sheet_number);
    const timeline = page.locator('.timeline li');
    await timeline.first().waitFor();
    expect(await timeline.count()).toBe(2);
    expect(await page.locator('.timeline [aria-current=true]').textContent()).toContain('shown here');
    expect(await page.getByRole('note').count()).toBe(0);
    await page.getByLabel('Find in this document').fill(sheets[0].sheet_number);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const matches = page.locator('.matches button');
    await matches.first().waitFor();
    await expect.poll(() => page.locator('.match').count()).toBe(await matches.count());
    await matches.first().click();
    // The match fills more of the screen than the stored image has pixels for: a sharper one is rendered.
    await page.locator('.canvas[data-detail=shown]').waitFor();
    expect(visitor.requests.filter((url) => /\/pages\/1\/image\?/.test(url)).length).toBeGreaterThan(0);
    const box = (await page.locator('.match.active').boundingBox())!;
    const canvas = (await page.locator('.canvas').boundingBox())!;
    expect(box.x).toBeGreaterThan(canvas.x);
    expect(box.x + box.width).toBeLessThan(canvas.x + canvas.width);
    expect(await findings(page)).toEqual([]);
    expectQuiet(visitor);
  });

  test('says that a later revision has replaced the sheet', async () => {
    const { original_drawing_id } = await read();
    const visitor = await open({ document_id: original_drawing_id });
    expect(await visitor.page.getByRole('note').textContent()).toMatch(/^Superseded by /);
    expect(await visitor.page.locator('.thumbnails').textContent()).toContain('(superseded)');
    expect(await findings(visitor.page)).toEqual([]);
    expectQuiet(visitor);
  });

  test('shows a comparison: a box for each change at its position, and each way to show both sheets', async () => {
    const visitor = await open({ drawing_comparison_id: comparison });
    const { page } = visitor;
    const { items } = await read();
    expect(items.length).toBeGreaterThan(3);
    const marks = page.locator('button.change');
    await expect.poll(() => marks.count()).toBe(items.length);
    await page.getByRole('button', { name: 'Fade' }).click();
    await page.locator('.canvas[data-images="2"]').waitFor();
    await page.getByRole('slider').fill('0');
    await page.getByRole('button', { name: 'Blink' }).click();
    await page.getByText('Older', { exact: true }).waitFor();
    await page.getByText('Newer', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expect.poll(() => page.locator('.canvas[data-images]').count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    const active = page.locator('button.change.active');
    await expect.poll(() => active.count()).toBe(2);
    // Both sheets scroll together: the change is at the same position on either canvas.
    const canvases = page.locator('.canvas');
    const offset = async (i: number) => {
      const [box, canvas] = [await active.nth(i).boundingBox(), await canvases.nth(i).boundingBox()];
      return [box!.x - canvas!.x, box!.y - canvas!.y].map(Math.round);
    };
    await expect.poll(async () => JSON.stringify(await offset(0)) === JSON.stringify(await offset(1))).toBe(true);
    expect(await findings(page)).toEqual([]);
    expectQuiet(visitor);
  });

  test('shows the current set of a project by discipline, as of a date, and what changed since', async () => {
    const correct = (id: string, fields: object) => api.call('PUT', `/api/v1/documents/${id}/sheets/1`, fields);
    await correct(document, { sheet_number: 'S-201', title: 'Foundations' });
    const { items } = (await api.call('GET', `/api/v1/sheets?project_id=${project}`)).body;
    expect(items.map((each: { sheet_number: string }) => each.sheet_number)).toEqual(['A-101', 'S-201']);
    const visitor = await open({ project_id: project });
    const { page } = visitor;
    const entries = page.locator('.set button');
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['architectural', 'structural']);
    expect(await entries.first().textContent()).toContain('A-101');
    await page.keyboard.press('ArrowDown');
    await page.locator('section.canvas[aria-label$="S-201"][data-images]').waitFor();
    await page.getByLabel('Changed since').fill('2020-01-01');
    await expect.poll(() => page.locator('.badge').allTextContents()).toEqual(['new', 'new']);
    await page.getByLabel('contains').fill('found');
    await expect.poll(() => entries.count()).toBe(1);
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('As of').fill('2020-01-01');
    await page.getByText('No sheets.').first().waitFor();
    expectQuiet(visitor);
  });

  test('can be used by keyboard alone, and saves reviews', async () => {
    const { page } = await open({ drawing_comparison_id: comparison, permission: 'review', label: 'Site' });
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => current(page)).toBe('1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => current(page)).toBe('2');
    await page.keyboard.press('a');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await read()).items[1].status).toBe('accepted');
    await page.getByLabel('Comment').focus();
    await page.keyboard.type('Order two of them');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read()).items[1].comment).toBe('Order two of them');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => current(page)).toBe('1');
    await page.getByLabel('Status').selectOption('accepted');
    expect(await page.locator('.changes > li').count()).toBe(1);
    expect(await page.locator('.totals').textContent()).toContain(`1 of ${(await read()).items.length} changes`);
    await page.getByLabel('Status').selectOption('rejected');
    await page.getByText('No changes match the filters.').waitFor();
  });

  test('a link for viewing only offers no review', async () => {
    const { page } = await open({ drawing_comparison_id: comparison });
    await page.keyboard.press('ArrowDown');
    await page.locator('.change-details').waitFor();
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Comment').count()).toBe(0);
  });

  test('has a dark mode, and fits a phone', async () => {
    const { page } = await open({ drawing_comparison_id: comparison });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const canvas = (await page.locator('.canvas').boundingBox())!;
    expect(canvas.width).toBe(390);
    expect(canvas.height).toBeGreaterThan(300);
  });

  test('a file without pages states why, and has no buttons to turn them', async () => {
    const model = new TextEncoder().encode(`AC1032${'\0'.repeat(100)}`);
    const { id } = (await uploadForm(api, project, model, 'model.dwg')).body;
    await processed(api, id);
    const visitor = await openPage();
    await visitor.page.goto(await link({ document_id: id }));
    await visitor.page.getByText(/AutoCAD drawing.* This file has no page images/).waitFor();
    expect(await visitor.page.getByRole('button', { name: /page/i }).count()).toBe(0);
    expect(await visitor.page.getByText(/Page \d+ of/).count()).toBe(0);
    expectQuiet(visitor);
  });

  test('a picture is shown as stored, however far it is enlarged', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const { id } = (await uploadForm(api, project, picture, 'photo.png')).body;
    await processed(api, id);
    const visitor = await open({ document_id: id });
    await visitor.page.keyboard.press('+');
    await visitor.page.waitForTimeout(1500);
    expect(visitor.requests.filter((url) => url.includes('/image?'))).toEqual([]);
    expectQuiet(visitor);
  });

  test('can be embedded by the pages that the link names, and by no others', async () => {
    const frame = await new Promise<{ origin: string; end(): void; show(url: string): void }>((resolve) => {
      let address = '';
      const server = createServer((_, response) => {
        response
          .setHeader('content-type', 'text/html')
          .end(`<title>portal</title><iframe src="${address}" width="900" height="700"></iframe>`);
      });
      server.listen(0, '127.0.0.1', () => {
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        resolve({
          origin,
          end: () => server.close(),
          show: (url) => {
            address = url;
          },
        });
      });
    });
    try {
      const { page } = await openPage();
      frame.show(await link({ document_id: document, frame_ancestors: [frame.origin] }));
      await page.goto(frame.origin);
      await page.frameLocator('iframe').locator('.canvas[data-images]').waitFor();
      const refused = await openPage();
      frame.show(await link({ document_id: document }));
      await refused.page.goto(frame.origin);
      await expect.poll(() => refused.faults.some((fault) => fault.includes('frame-ancestors'))).toBe(true);
      expect(await refused.page.frameLocator('iframe').locator('.canvas').count()).toBe(0);
    } finally {
      frame.end();
    }
  });

  test('shows a message when the link expires while the page is open, and shows no page afterwards', async () => {
    const { id } = (await uploadForm(api, project, new TextEncoder().encode('words'), 'a.txt')).body;
    await processed(api, id);
    const url = await link({ document_id: id });
    const { page } = await openPage();
    await page.route('**/api/v1/documents/**', async (route) => {
      await api.call('DELETE', `/api/v1/documents/${id}`);
      await route.continue();
    });
    await page.goto(url);
    await page.getByText('This link no longer works.').waitFor();
    expect((await page.reload())?.status()).toBe(404);
  });
});
