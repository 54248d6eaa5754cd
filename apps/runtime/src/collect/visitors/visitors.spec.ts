import { expect, it } from 'vitest';
import { asksNotToBeFollowed } from '../../negotiation/visitor-headers.js';
import { readAgent } from './visitors.js';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 ||| ReqID: 472 | TabID: 643 | FrameID: 0 | Type: xmlhttprequest | Time: 1722598417470 | Initiator: https://shop.test',
  ],
  [
    'mobile',
    'Mozilla/5.0 (Linux; Android 10; STK-L21 Build/HUAWEISTK-L21; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.186 Mobile Safari/537.36HiSearch/22.0.6.315',
  ],
  [
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${SAFARI} Mobile/21F90 [FBAN/FBPageAdmin;FBAV/400.0.0.21.108;FBDV/iPhone15,3;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1]`,
  ],
  [
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${SAFARI} Mobile/15E148 Version/17.5.1 Safari/605.1.15 (AirWatch Browser v24.06)`,
  ],
  [
    'mobile',
    'Mozilla/5.0 (Linux; Android 5.1; CUBOT_NOTE_S Build/LMY47I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/39.0.0.0 Mobile Safari/537.36',
  ],
])('a person with a %s is no bot: %s', (device, userAgent) => {
  expect(readAgent(userAgent)).toMatchObject({ isBot: false, device });
});

it('a name that a browser gives itself is cut', () => {
  expect(readAgent(`${'x'.repeat(900)}/1 `).browser).toBe('x'.repeat(64));
});

it.each([
  '',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'HeadlessChrome/120.0',
])('a program is a bot: %j', (userAgent) => {
  expect(readAgent(userAgent).isBot).toBe(true);
});

it.each([
  [{ 'sec-gpc': '1' }, true],
  [{ dnt: '1' }, true],
  [{ dnt: '0' }, false],
  [{}, false],
])('%j asks not to be followed: %s', (headers, asks) => {
  expect(asksNotToBeFollowed(headers)).toBe(asks);
});
