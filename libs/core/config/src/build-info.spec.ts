import { describe, expect, it } from 'vitest';
import { readBuildInfo } from './index.js';

describe('readBuildInfo', () => {
  it('knows the version of the package', () => {
    expect(readBuildInfo({}).version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('prefers the commit that the environment names', () => {
    expect(readBuildInfo({ GIT_COMMIT: 'abc123' }).commit).toBe('abc123');
  });

  it('reads the commit of a checkout otherwise', () => {
    expect(readBuildInfo({}).commit).toMatch(/^([0-9a-f]{40}|unknown)$/);
  });
});
