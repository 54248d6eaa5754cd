import { describe, expect, it } from 'vitest';
import { isMachine as isMachineOf, isMachineName, type ClientHints } from './client-kind.js';

const isMachine = (hints: ClientHints) => isMachineOf(hints, () => isMachineName(hints.userAgent));

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const hints = (userAgent: string, changes: object = {}) => ({ method: 'GET', userAgent, purpose: '', ...changes });

describe('who opens and clicks', () => {
  it.each([
    CHROME,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  ])('is a person: %s', (userAgent) => {
    expect(isMachine(hints(userAgent))).toBe(false);
  });

  it.each([
    '',
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Barracuda Sentinel)',
    'curl/8.5.0',
    'python-requests/2.32',
  ])('is a machine: %j', (userAgent) => {
    expect(isMachine(hints(userAgent))).toBe(true);
  });

  it('is a machine that looks ahead, or asks for headers alone', () => {
    expect(isMachine(hints(CHROME, { purpose: 'prefetch;prerender' }))).toBe(true);
    expect(isMachine(hints(CHROME, { method: 'HEAD' }))).toBe(true);
  });
});
