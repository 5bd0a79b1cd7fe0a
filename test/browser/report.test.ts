import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviseSheet } from '../../infra/demo/drawings/index.ts';
import { completeReport, judge } from '../../shared/comparison/exports/index.ts';
import { type ComparedFiles, compareFiles } from '../../shared/comparison/index.ts';
import { reportCover, reportFoot, reportHead, reportSheet } from '../../shared/comparison/report/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { temporaryDirectory } from '../local/support.ts';
import { describeInBrowser, type OpenPage } from './chromium.ts';

const hostileTitle = '<img src="http://elsewhere.example/x" onerror="document.title=\'taken\'">';

describeInBrowser('the report of a comparison', (openPage) => {
  let result: ComparedFiles['result'];
  let address: string;
  let file: string;

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
    ({ result } = await compareFiles(v1, v2, { out, readSheet, names: { older: 'plan A.pdf', newer: 'plan B.pdf' } }));
    file = `${out}/report.html`;
    address = pathToFileURL(file).href;
  });

  const open = async (openPage: OpenPage) => {
    const visitor = await openPage();
    await visitor.page.goto(address);
    return visitor;
  };

  test('is one file that requests nothing else, and escapes text of drawings', async () => {
    const { page, faults, requests } = await open(openPage);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(result.description);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe(`A-101 ${hostileTitle}`);
    expect(await page.title()).toBe('Drawing comparison');
    for (const item of result.items)
      expect(await page.getByRole('list').first().textContent()).toContain(item.description);
    expect([faults, requests]).toEqual([[], [address]]);
  });

  test('runs and loads nothing from elsewhere', async () => {
    const foreign = `<script>document.title='taken'</script><img alt="" src="http://localhost:1/x" onerror="document.title='taken'">`;
    const changed = join(dirname(file), 'changed.html');
    writeFileSync(changed, readFileSync(file, 'utf8').replace('<header>', `${foreign}<header>`));
    const { page, faults } = await openPage();
    await page.goto(pathToFileURL(changed).href);
    expect(await page.title()).toBe('Drawing comparison');
    const violated = (directive: string) =>
      faults.some((fault) => new RegExp(`Content Security Policy directive:? ["']${directive} `).test(fault));
    expect(['script-src', 'img-src'].map(violated), faults.join('\n')).toEqual([true, true]);
  });

  test('shows the sheet large, with a box on each change at its reported position', async () => {
    const { page } = await open(openPage);
    const overlay = page.getByAltText('Overlay of both sheets');
    expect(await overlay.evaluate((image) => image.naturalWidth)).toBe(result.sheets[0]?.width);
    const sheet = (await overlay.boundingBox())!;
    expect(sheet.width).toBeGreaterThan(800);
    const boxes = page.getByRole('button', { name: /^Change \d+$/ });
    expect(await boxes.count()).toBe(result.items.length);
    for (const [i, item] of result.items.entries()) {
      const box = (await boxes.nth(i).boundingBox())!;
      const { x, y, width, height } = item.bounding_box;
      const centre = (start: number, length: number) => start + length / 2;
      expect(centre(box.x, box.width)).toBeCloseTo(sheet.x + centre(x, width) * sheet.width, 0);
      expect(centre(box.y, box.height)).toBeCloseTo(sheet.y + centre(y, height) * sheet.height, 0);
      // The change stays within the lines of its box.
      expect(box.width).toBeGreaterThanOrEqual(width * sheet.width + 4);
      expect(box.height).toBeGreaterThanOrEqual(height * sheet.height + 4);
    }
  });

  test('a box and its entry have the colour of their rating, as explained by the key', async () => {
    const { page } = await open(openPage);
    const colours = (selector: string, side: 'borderTopColor' | 'borderLeftColor' | 'backgroundColor') =>
      page.locator(selector).evaluateAll(
        (elements, [property]) =>
          elements.map((element) => {
            const rated = element.closest('[data-rating]')?.getAttribute('data-rating');
            const style = element.ownerDocument.defaultView?.getComputedStyle(element);
            return `${rated} ${style?.[property as 'color']}`;
          }),
        [side],
      );
    const named = await colours('.key [data-rating] i', 'backgroundColor');
    expect(new Set(named.map((each) => each.slice(2))).size).toBe(5);
    const boxes = await colours('.box', 'borderTopColor');
    expect(boxes).toHaveLength(result.items.length);
    expect(new Set(boxes).size).toBeGreaterThan(1);
    for (const each of [...boxes, ...(await colours('.change', 'borderLeftColor'))]) expect(named).toContain(each);
  });

  /** Numbers of the selected boxes, then of the selected entries. */
  const marked = (page: Page) =>
    page.locator('.on').evaluateAll((elements) =>
      elements
        .filter((element) => !element.matches('.part'))
        .map((element) => `${element.tagName} ${element.getAttribute('data-n')}`)
        .sort(),
    );

  test('clicking a box selects its entry, and clicking an entry selects its box', async () => {
    const { page, faults } = await open(openPage);
    const both = (n: number) => [`BUTTON ${n}`, `LI ${n}`];
    const entries = page.getByRole('listitem').getByRole('button');
    expect(await marked(page)).toEqual([]);
    for (const i of result.items.keys()) {
      // Boxes may be nested: any point that belongs to this one will do.
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

  test('a box within a larger one can be clicked, and a group shows the positions of its parts', async () => {
    const { page } = await openPage();
    const [sheet, item] = [result.sheets[0]!, result.items[0]!];
    const small = { ...item, number: 1, bounding_box: { x: 0.45, y: 0.45, width: 0.1, height: 0.1 } };
    const large = {
      ...item,
      number: 2,
      bounding_box: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
      parts: [item, small],
    };
    const overlay = PNG.sync.write(new PNG({ width: 400, height: 300 }));
    const shown = [small, large].map((one) => ({ item: one, crops: null }));
    const cover = reportCover({ ...result, items: [small, large] });
    await page.setContent(`${reportHead('Groups')}${cover}${reportSheet(0, sheet, shown, overlay)}${reportFoot()}`);
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

  test('an entry scrolls its box into view on an enlarged sheet', async () => {
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

  test('names on its cover what was compared, and shows every change with both sheets side by side', async () => {
    const { page } = await open(openPage);
    const cover = page.getByRole('banner');
    expect(await cover.getByRole('table', { name: 'What was compared' }).textContent()).toContain(
      'plan A.pdfplan B.pdf',
    );
    const counts = await cover.getByRole('table', { name: 'By trade' }).getByRole('cell').allTextContents();
    const changes = result.items.reduce((sum, { kind, parts }) => sum + (kind === 'group' ? parts!.length : 1), 0);
    expect(counts.filter((_, i) => i % 4 === 0).reduce((sum, count) => sum + Number(count), 0)).toBe(changes);
    const n = result.items.findLastIndex(({ kind }) => kind === 'text_changed') + 1;
    const colours = async (name: string) => {
      const { data } = PNG.sync.read(await page.getByAltText(`${name}, change ${n}`, { exact: true }).screenshot());
      let [red, blue] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i]! - data[i + 2]! > 60) red++;
        if (data[i + 2]! - data[i]! > 60) blue++;
      }
      return { red: red > 10, blue: blue > 10 };
    };
    expect(await colours('Older')).toEqual({ red: true, blue: false });
    expect(await colours('Newer')).toEqual({ red: false, blue: true });
  });

  test('shows the filtered changes only, and prints all of them', async () => {
    const { page } = await open(openPage);
    const kind = result.items[0]!.kind;
    const chosen = result.items.filter((item) => item.kind === kind && item.difference_rating >= 3).length;
    expect(chosen).toBeGreaterThan(0);
    expect(chosen).toBeLessThan(result.items.length);
    await page.getByLabel('Rating').selectOption('3');
    await page.getByLabel('Kind').selectOption(kind);
    const seen = () => page.locator('.change:visible').count();
    const boxes = () => page.locator('.box:visible').count();
    expect([await seen(), await boxes()]).toEqual([chosen, chosen]);
    expect(await page.getByRole('status').textContent()).toBe(`${chosen} of ${result.items.length} changes shown`);
    const bytes = await page.pdf({ format: 'A3', landscape: true });
    const pdf = await openPdf(new Uint8Array(bytes));
    const pages = await pdf.pageTexts();
    await pdf.close();
    const printed = pages.map(({ words }) => words.map(({ text }) => text).join(' '));
    expect(printed[0]).toContain('What was compared');
    for (const { number } of result.items) expect(printed.slice(1).join(' ')).toMatch(new RegExp(`(^| )${number}\\. `));
    // The whole image of the sheet is on the page on which its section begins.
    expect(printed[1]).toContain('A-101');
    expect(printed[1]).toMatch(/(^| )1 /);
  });

  test('fits a phone, has a dark mode, and starts the tab order with the list', async () => {
    const { page } = await open(openPage);
    await page.setViewportSize({ width: 375, height: 700 });
    const root = page.locator('html');
    expect(await root.evaluate((html) => html.scrollWidth)).toBe(375);
    const ground = () =>
      root.evaluate((html) => html.ownerDocument.defaultView!.getComputedStyle(html).backgroundColor);
    const before = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(before);
    const order = await page
      .locator('section button:visible, section input:visible')
      .evaluateAll((all) => all.map((each) => (each.closest('.list') ? 'list' : 'plan')));
    expect(order.lastIndexOf('list')).toBeLessThan(order.indexOf('plan'));
    expect(order.filter((place) => place === 'list').length).toBeGreaterThanOrEqual(result.items.length);
  });

  test('shows the review of a change as text', async () => {
    const { page, faults } = await openPage();
    const comment = '</script><b>why</b>';
    const judged = judge(result.items, [{ ...result.items[1]!, status: 'rejected', comment }], null);
    const superseded = [
      `Superseded since by revision C: ${hostileTitle}`,
      'Superseded since by a later revision: A-102',
    ];
    await page.goto(address);
    expect(await page.locator('header .superseded').isVisible()).toBe(false);
    await completeReport(file, { items: judged, sheets: result.sheets, prices: null }, superseded);
    await page.goto(address);
    expect(await page.locator('header .superseded:visible').textContent()).toBe(superseded.join('\n'));
    const entry = page.locator('#change-2');
    expect(await entry.getAttribute('class')).toContain('rejected');
    expect(await entry.locator('.later').textContent()).toBe(`Rejected · ${comment}`);
    expect(await page.locator('.later:visible').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('shows either sheet alone, with or without boxes', async () => {
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
