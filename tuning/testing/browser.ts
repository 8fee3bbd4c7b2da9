// For tests in a browser.
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** A browser that asks nothing of the network by itself. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Writes down whatever goes wrong on a page, and every request to elsewhere. */
export function watchFaults(page: Page, address: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  // A worker that is ended while it is loaded is no fault.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} (${reason})`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:'))
      faults.push(`elsewhere: ${request.url()}`);
  });
  return faults;
}

/** What axe-core calls serious or critical; it is run outside the page's policy, which allows no such script. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
