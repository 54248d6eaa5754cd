import { describe, expect, it } from 'vitest';
import { loadConfig } from '#libs/core/config';
import { PlatformConfig } from './config.js';

const NEEDED = {
  NODE_ENV: 'test',
  DATABASE_URL: 'unused://127.0.0.1',
  DATABASE_SYSTEM_URL: 'unused://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  IDENTITY_URL: 'http://127.0.0.1:3004',
  SERVICE_SECRET: 'the-service-secret-that-the-tests-share',
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
};

const read = (environment: Record<string, string>) => loadConfig(PlatformConfig, { ...NEEDED, ...environment });

describe('the allowed origins', () => {
  it('are the configured ones and the platform’s own', () => {
    const { ownOrigins } = read({
      ALLOWED_ORIGINS: 'https://app.test, https://other.test:8443/',
      PUBLIC_URL: 'https://api.test/v/',
    });
    expect(ownOrigins).toEqual(['https://app.test', 'https://other.test:8443', 'https://api.test']);
  });

  it.each(['*', 'app.test', 'https://app.test/path', 'https://*.app.test', 'https://app.test;https://b.test', 'null'])(
    'are no others, and %s is none',
    (ALLOWED_ORIGINS) => {
      expect(() => read({ ALLOWED_ORIGINS })).toThrow('ALLOWED_ORIGINS');
    },
  );
});
