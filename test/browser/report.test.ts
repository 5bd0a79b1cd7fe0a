import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviseSheet } from '../../infra/demo/drawings/index.ts';
import { type Comparison, compareFiles } from '../../shared/comparison/index.ts';
import { reportFoot, reportHead, reportSheet } from '../../shared/comparison/report.ts';
import { temporaryDirectory } from '../local/support.ts';
import { describeInBrowser, type OpenPage } from './chromium.ts';

const hostileTitle = '<img src="http://elsewhere.example/x" onerror="document.title=\'taken\'">';

describeInBrowser('the report of a comparison', (openPage) => {
  let result: Comparison['result'];
  let address: string;

  beforeAll(async () => {
    const out = temporaryDirectory(afterAll);
    const { v1, v2 } = reviseSheet({ sheet: { seed: 'report', kind: 'floor-plan', size: 'A3' }, count: 12, seed: 3 });
    const fact = (value: string) => ({ value, confidence: 1 });
    const readSheet = () => ({
      sheet_number: fact('A-101'),
      title: fact(hostileTitle),
      revision: null,
      date: null,
      scale: null,
    });
    ({ result } = await compareFiles(v1, v2, { out, readSheet }));
    address = pathToFileURL(`${out}/report.html`).href;
  });

  const open = async (openPage: OpenPage) => {
    const visitor = await openPage();
    await visitor.page.goto(address);
    return visitor;
  };

  test('is one file that asks for nothing else, and shows text of drawings as text', async () => {
    const { page, faults, requests } = await open(openPage);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(result.description);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(`A-101 ${hostileTitle}`);
    expect(await page.title()).toBe('Drawing comparison');
    for (const item of result.items) expect(await page.getByRole('list').textContent()).toContain(item.description);
    expect([faults, requests]).toEqual([[], [address]]);
  });

  test('shows the sheet large, with a box on each change, where the result says', async () => {
    const { page } = await open(openPage);
    const overlay = page.getByAltText('Overlay of both sheets');
    expect(await overlay.evaluate((image) => image.naturalWidth)).toBe(result.sheets[0]?.width);
    const sheet = (await overlay.boundingBox())!;
    expect(sheet.width).toBeGreaterThan(800);
    expect(sheet.y).toBeLessThan(400);
    const boxes = page.getByRole('button', { name: /^Change \d+$/ });
    expect(await boxes.count()).toBe(result.items.length);
    for (const [i, item] of result.items.entries()) {
      const box = (await boxes.nth(i).boundingBox())!;
      const { x, y, width, height } = item.bounding_box;
      const centre = (start: number, length: number) => start + length / 2;
      expect(centre(box.x, box.width)).toBeCloseTo(sheet.x + centre(x, width) * sheet.width, 0);
      expect(centre(box.y, box.height)).toBeCloseTo(sheet.y + centre(y, height) * sheet.height, 0);
      // What changed stays in sight within the lines of its box.
      expect(box.width).toBeGreaterThanOrEqual(width * sheet.width + 4);
      expect(box.height).toBeGreaterThanOrEqual(height * sheet.height + 4);
    }
  });

  /** Numbers of what is marked: boxes, then entries of the list. */
  const marked = (page: Page) =>
    page.locator('.on').evaluateAll((elements) =>
      elements
        .filter((element) => !element.matches('.part'))
        .map((element) => `${element.tagName} ${element.getAttribute('data-n')}`)
        .sort(),
    );

  test('a click on a box marks its entry, and a click on an entry its box', async () => {
    const { page, faults } = await open(openPage);
    const both = (n: number) => [`BUTTON ${n}`, `LI ${n}`];
    const entries = page.getByRole('listitem').getByRole('button');
    expect(await marked(page)).toEqual([]);
    for (const i of result.items.keys()) {
      // Boxes may lie in one another: any point that belongs to this one will do.
      const point = await page.getByRole('button', { name: `Change ${i + 1}`, exact: true }).evaluate((box) => {
        box.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = box.getBoundingClientRect();
        const shares = [0.5, 0.02, 0.98, 0.25, 0.75];
        const points = shares.flatMap((x) => shares.map((y) => ({ x: left + width * x, y: top + height * y })));
        return points.find(({ x, y }) => box.ownerDocument.elementFromPoint(x, y) === box);
      });
      expect(point, `box ${i + 1} cannot be reached`).toBeDefined();
      await page.mouse.click(point!.x, point!.y);
      expect(await marked(page)).toEqual(both(i + 1));
      expect(await entryInSight(page, i + 1)).toBe(true);
    }
    await entries.first().click();
    expect(await marked(page)).toEqual(both(1));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await marked(page)).toEqual(both(2));
    expect(faults).toEqual([]);
  });

  test('a box within a larger one can be clicked, and a group shows the places of its parts', async () => {
    const { page } = await openPage();
    const [sheet, item] = [result.sheets[0]!, result.items[0]!];
    const small = { ...item, bounding_box: { x: 0.45, y: 0.45, width: 0.1, height: 0.1 } };
    const large = { ...item, bounding_box: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 }, parts: [item, small] };
    const overlay = PNG.sync.write(new PNG({ width: 400, height: 300 }));
    const foot = reportFoot({ ...result, items: [small, large] });
    await page.setContent(`${reportHead('Groups')}${reportSheet(sheet, [small, large], overlay)}${foot}`);
    const box = (n: number) => page.getByRole('button', { name: `Change ${n}`, exact: true });
    const parts = page.locator('.part:visible');
    await box(1).click();
    expect([await marked(page), await parts.count()]).toEqual([['BUTTON 1', 'LI 1'], 0]);
    await box(2).click({ position: { x: 10, y: 10 } });
    expect([await marked(page), await parts.count()]).toEqual([['BUTTON 2', 'LI 2'], 2]);
    const parted = page.getByRole('listitem').filter({ hasText: '2 parts' });
    await parted.getByText('2 parts').click();
    expect(await parted.getByRole('listitem').first().isVisible()).toBe(true);
  });

  const entryInSight = (page: Page, n: number) =>
    page.locator(`li[data-n="${n}"]`).evaluate((entry) => {
      const { left, top, height } = entry.getBoundingClientRect();
      return entry.contains(entry.ownerDocument.elementFromPoint(left + 20, top + height / 2));
    });

  test('an entry brings its box into sight of an enlarged sheet', async () => {
    const { page } = await open(openPage);
    const width = () => page.getByAltText('Overlay of both sheets').evaluate((image) => image.clientWidth);
    const before = await width();
    await page.getByLabel('Zoom').fill('400');
    expect(await width()).toBeGreaterThan(3.9 * before);
    for (const n of [1, result.items.length]) {
      await page
        .getByRole('listitem')
        .nth(n - 1)
        .getByRole('button')
        .first()
        .click();
      const seen = await page.getByRole('button', { name: `Change ${n}`, exact: true }).evaluate((box) => {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        const view = box.closest('.view')!.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return (
          x > view.left &&
          x < view.right &&
          y > view.top &&
          y < Math.min(view.bottom, box.ownerDocument.documentElement.clientHeight)
        );
      });
      expect(seen, `box ${n}`).toBe(true);
    }
  });

  test('either sheet can be shown alone, with or without boxes', async () => {
    const { page } = await open(openPage);
    const overlay = page.getByAltText('Overlay of both sheets');
    const colours = async () => {
      const { data } = PNG.sync.read(await overlay.screenshot());
      let [red, blue, ink] = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
        if (r - Math.max(g, b) > 40) red++;
        if (b - Math.max(r, g) > 40) blue++;
        if (Math.max(r, g, b) < 160) ink++;
      }
      return { red: red > 20, blue: blue > 20, ink: ink > 1000 };
    };
    await page.getByLabel('Boxes').uncheck();
    expect(await page.getByRole('button', { name: /^Change \d+$/ }).count()).toBe(0);
    expect(await colours()).toEqual({ red: true, blue: true, ink: true });
    await page.getByLabel('Older').check();
    expect(await colours()).toEqual({ red: true, blue: false, ink: true });
    await page.getByLabel('Newer').check();
    expect(await colours()).toEqual({ red: false, blue: true, ink: true });
    await page.getByLabel('Both').check();
    await page.getByLabel('Boxes').check();
    expect(await page.getByRole('button', { name: /^Change \d+$/ }).count()).toBe(result.items.length);
  });
});
