import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoClient } from '../../infra/local/identity/clients.ts';
import { serveHttp } from '../local/support.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';
import { describeInBrowser, type Visitor } from './chromium.ts';

describeInBrowser('signing in', (openPage) => {
  let service: Service;
  let application: string;
  let callback: string;

  beforeAll(async () => {
    service = await startService({}, { idle: true });
    application = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Application</title>');
    }, afterAll);
    callback = `${application}/callback`;
  });
  afterAll(() => service?.end());

  /** The redirect address of the application. */
  const begin = ({ page }: Visitor, more: Record<string, string> = {}) =>
    page.goto(
      `${service.baseUrl}/oauth/authorize?${new URLSearchParams({
        ...{ client_id: demoClient.client_id, redirect_uri: callback, response_type: 'code' },
        ...{ scope: 'openid email profile', state: 'a b&c', ...more },
      })}`,
    );

  const returned = async (page: Page) => {
    await page.waitForURL((url) => url.href.startsWith(callback));
    return new URL(page.url()).searchParams;
  };

  const exchange = async (code: string) => {
    const { client_id, client_secret } = demoClient;
    const form = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: callback };
    const response = await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, tokens: (await response.json()) as Record<string, string> };
  };

  const expectQuiet = ({ faults, requests }: Visitor) => {
    expect(faults).toEqual([]);
    const origins = new Set(requests.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([application, service.baseUrl].sort());
  };

  test('a user signs in and allows access; the application then acts for that user', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await begin(visitor);
    expect(await page.title()).toBe('Sign in');
    await page.getByLabel('User').fill('maria.santos@example.com');
    await page.getByLabel('Organization').fill('brightside');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByText(/^You are/).textContent()).toBe('You are maria.santos@example.com of brightside.');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Know who you are',
      'Know your e-mail address',
      'Know your name',
    ]);
    await page.getByRole('button', { name: 'Allow' }).click();
    const answer = await returned(page);
    expect([answer.get('state'), answer.get('error')]).toEqual(['a b&c', null]);
    expectQuiet(visitor);

    const { status, tokens } = await exchange(answer.get('code') ?? '');
    expect([status, tokens.token_type, tokens.expires_in]).toEqual([200, 'Bearer', 3600]);
    const maria = service.withToken(tokens.access_token);
    expect((await maria.call('GET', '/api/v1/projects')).status).toBe(200);
    const project = await createProject(maria);
    const { body } = await uploadForm(maria, project, new TextEncoder().encode('a note'), 'note.txt');
    expect(body.uploaded_by).toMatchObject({
      ...{ _id: 'maria.santos@example.com', name: 'Maria Santos', email: 'maria.santos@example.com' },
    });
    const neighbour = await service.as({ user: 'maria.santos@example.com', organization: 'acme' });
    expect((await neighbour.call('GET', `/api/v1/projects/${project}`)).status).toBe(404);
  });

  test('the form works by keyboard, an invalid form names the field and keeps the others, and roles take effect', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    const { keyboard } = page;
    const field = () => page.locator(':focus').getAttribute('name');
    await begin(visitor);
    expect(await field()).toBe('user');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('vic');
    await keyboard.press('Tab');
    expect(await field()).toBe('organization');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('   ');
    await keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('Organization must not be empty.');
    const organization = page.getByLabel('Organization');
    expect(await organization.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('User').inputValue()).toBe('vic');

    // An invalid form is answered with 422, which the browser logs on the console.
    expect(visitor.faults.splice(0)).toEqual([expect.stringContaining('422')]);
    expect(await field()).toBe('organization');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('brightside');
    for (const role of await page.getByRole('checkbox').all()) {
      await keyboard.press('Tab');
      const wanted = (await role.getAttribute('value')) === 'viewer';
      if ((await role.isChecked()) !== wanted) await keyboard.press('Space');
    }
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    const { tokens } = await exchange((await returned(page)).get('code') ?? '');
    expectQuiet(visitor);

    const viewer = service.withToken(tokens.access_token);
    expect((await viewer.call('GET', '/api/v1/projects')).status).toBe(200);
    expect((await viewer.call('POST', '/api/v1/projects', { name: 'Mine' })).status).toBe(403);
  });

  test('a signed-in user is not asked again until signing out; denying returns without a code', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await begin(visitor);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    const first = (await returned(page)).get('code');
    await begin(visitor);
    const second = (await returned(page)).get('code');
    expect(second).toMatch(/./);
    expect(second).not.toBe(first);

    await page.goto(`${service.baseUrl}/oauth/logout`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Signed out' }).waitFor();
    await begin(visitor);
    await page.getByLabel('User').fill('other@example.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    const denied = await returned(page);
    expect([denied.get('error'), denied.get('code')]).toEqual(['access_denied', null]);
    expectQuiet(visitor);
  });

  test('an invalid or expired request is explained and not redirected', async () => {
    const visitor = await openPage();
    const { page } = visitor;
    await begin(visitor, { redirect_uri: 'https://elsewhere.example/callback' });
    expect(await page.getByRole('heading').textContent()).toBe('Sign-in failed');
    expect(await page.getByRole('paragraph').textContent()).toContain('redirect_uri');
    await page.goto(`${service.baseUrl}/oauth/interaction/of-another-browser`);
    expect(await page.getByRole('heading').textContent()).toBe('Sign-in expired');
    expect(new Set(visitor.requests.map((url) => new URL(url).origin))).toEqual(new Set([service.baseUrl]));
  });
});
