import { expect, it } from 'vitest';
import { isAllowedOrigin, parseOriginRule } from './origin-rule.js';

it.each([
  ['https://www.example.com', 'https://www.example.com'],
  ['https://www.example.com', 'https://WWW.example.com:443'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://loja.example.com', 'https://*.example.com'],
  ['https://a.b.example.com', 'https://*.example.com'],
  ['https://a.example.com:8443', 'https://*.example.com:8443'],
])('%s is allowed by %s', (origin, rule) => {
  expect(isAllowedOrigin(origin, ['https://other.test', rule])).toBe(true);
});

it.each([
  ['http://www.example.com', 'https://www.example.com'],
  ['https://www.example.com:8443', 'https://www.example.com'],
  ['https://example.com', 'https://*.example.com'],
  ['https://evilexample.com', 'https://*.example.com'],
  ['https://a.example.com.evil.test', 'https://*.example.com'],
  ['http://a.example.com', 'https://*.example.com'],
  ['null', 'https://www.example.com'],
  ['', 'https://*.example.com'],
])('%s is not allowed by %s', (origin, rule) => {
  expect(isAllowedOrigin(origin, [rule])).toBe(false);
});

it.each([
  '*',
  'https://*',
  'https://*.com/x',
  'www.example.com',
  'https://example.com/',
  'https://a.*.example.com',
  'file://x',
  'null',
  'https://u@x.com',
])('%s is no rule', (text) => {
  expect(parseOriginRule(text)).toBeNull();
});
