import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalService, startLocal } from '../../infra/local/start-local.ts';
import { temporaryDirectory } from '../local/support.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { eventually, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';
import { describeInBrowser, findings } from './chromium.ts';

const mailOf = (subject: string, html: string) =>
  Buffer.from(
    [
      ...['From: documents@example.com', 'To: ann@example.com', `Subject: ${subject}`, 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/alternative; boundary=part', '', '--part', 'Content-Type: text/plain', ''],
      ...['In plain words.', '--part', 'Content-Type: text/html; charset=utf-8', '', html, '--part--', ''],
    ].join('\r\n'),
  );

const HOSTILE = `<html><head><style>p { color: rgb(1, 2, 3) }</style></head><body><p>In colour.</p>
<a href="https://example.com/sheet">Open</a><img src="https://tracker.test/pixel.png" alt="">
<form action="/api/v1/projects" method="post"><button>Send</button></form>
<script>document.title = 'taken'; parent.document.title = 'taken';</script>
<p onclick="document.title = 'taken'" style="position: fixed">Click</p></body></html>`;

const colourOf = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).color`;

describeInBrowser('the mail viewer', (openPage) => {
  let service: LocalService;

  beforeAll(async () => {
    const registry = { operations: [], workers: [] };
    const environment = { MAIL_SENDER: 'documents@example.com' };
    service = await startLocal({ port: 0, dataDir: temporaryDirectory(afterAll), quiet: true, registry, environment });
    const ses = new SESClient();
    for (const subject of ['First', 'Second']) {
      await ses.send(new SendRawEmailCommand({ RawMessage: { Data: mailOf(subject, HOSTILE) } }));
    }
  });
  afterAll(() => service?.stop());

  test('leads from the list, newest first, to a mail whose HTML is displayed and runs nothing', async () => {
    const { page, requests, faults } = await openPage();
    await page.goto(`${service.baseUrl}/mail`);
    expect(await page.locator('.mails .subject').allTextContents()).toEqual(['Second', 'First']);
    await page.getByRole('link', { name: 'First' }).click();
    expect(await page.getByRole('heading').textContent()).toBe('First');

    const frame = page.frameLocator('iframe');
    expect(await frame.getByText('In colour.').evaluate(colourOf('p'))).toBe('rgb(1, 2, 3)');
    await frame.getByText('Click').click();
    await frame.getByRole('button', { name: 'Send' }).click();
    expect(await page.title()).toBe('First');
    expect(await frame.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('https://example.com/sheet');

    await page.getByRole('link', { name: 'Text', exact: true }).click();
    expect((await page.locator('pre').textContent())?.trim()).toBe('In plain words.');
    await page.getByRole('link', { name: 'Headers' }).click();
    expect(await page.getByRole('row', { name: 'Subject' }).textContent()).toContain('First');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download .eml' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('mail-1.eml');

    // Blocked content is reported on the console, and never requested.
    expect(faults.join('\n')).toMatch(/tracker\.test/);
    const asked = requests.filter((url) => !faults.some((fault) => fault.includes(url)));
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([service.baseUrl]));
  });

  test.each(['light', 'dark'] as const)('fits a narrow screen, %s', async (colorScheme) => {
    const { page, faults } = await openPage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of ['/mail', '/mail/1?view=text', '/mail/1?view=headers']) {
      await page.goto(service.baseUrl + path);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(375);
      const colour = colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)';
      expect(await page.evaluate(colourOf('h1'))).toBe(colour);
      expect(await findings(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});

describeInBrowser('the mails of a real run', (openPage) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.end());

  /**
   * Uploads two revisions of a sheet, processes and compares them as a user with a mail address; returns the
   * comparison's mail.
   */
  const compared = async () => {
    const uma = await service.as({ user: 'uma' });
    const project = await createProject(uma);
    const ids: string[] = [];
    for (const revision of ['A', 'B']) {
      const plan = await smallPlan(`SEAL JOINT ${revision}`);
      ids.push((await uploadForm(uma, project, plan, `plan-${revision}.pdf`)).body.id);
    }
    await Promise.all(ids.map((id) => processed(uma, id)));
    const asked = { original_document_id: ids[0], comparison_document_id: ids[1] };
    await uma.call('POST', '/api/v1/drawing-comparisons', asked);
    return eventually(async () =>
      (await mailsTo(service, 'uma@example.com')).find(({ subject }) => subject.startsWith('Comparison')),
    );
  };

  test('a comparison mail shows an image; its unsubscribe link has a button', async () => {
    const { id } = await compared();
    const { page, faults, requests } = await openPage();
    await page.goto(`${service.baseUrl}/mail`);
    await page.getByRole('link', { name: /Comparison ready/ }).click();
    const frame = page.frameLocator('iframe');
    const picture = 'document.querySelector("img")';
    expect(await frame.locator('body').evaluate(`${picture}.complete && ${picture}.naturalWidth`)).toBeGreaterThan(300);
    expect(await frame.locator('body').innerText()).toMatch(/Largest changes\s+[1-5]\/5/);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['light', 375],
      ['dark', 375],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.baseUrl}/mail/${id}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const html = frame.locator('html');
      expect(await html.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
      const dark = await html.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
      expect(dark).toBe(colorScheme === 'dark');
    }

    const [link] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Unsubscribe' }).click(),
    ]);
    await link.getByRole('heading', { name: 'Unsubscribe?' }).waitFor();
    const uma = await service.as({ user: 'uma' });
    const mode = async () =>
      (await uma.call('GET', '/api/v1/notification-preferences')).body.modes.comparison_completed;
    expect(await mode()).toBe('immediate');
    await link.getByRole('button', { name: 'Unsubscribe' }).click();
    await link.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
    expect(await mode()).toBe('off');
    // This test's own access to the frame makes the browser report that no script runs there.
    expect(faults.filter((fault) => !fault.startsWith('Blocked script execution'))).toEqual([]);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([service.baseUrl]));
  });
});
