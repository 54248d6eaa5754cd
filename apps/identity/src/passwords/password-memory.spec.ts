import { describe, expect, it } from 'vitest';
import { loadConfig } from '#libs/core/config';
import { IdentityConfig } from '../config.js';

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(IdentityConfig, environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the memory that a hash takes', () => {
  it('is the recommended one in production', () => {
    const production = { NODE_ENV: 'production' };
    expect(problemsOf(production)).not.toContain('PASSWORD_MEMORY_KIB');
    expect(problemsOf({ ...production, PASSWORD_MEMORY_KIB: '19456' })).not.toContain('PASSWORD_MEMORY_KIB');
    for (const given of ['8', '19455', '65536', 'much']) {
      expect(problemsOf({ ...production, PASSWORD_MEMORY_KIB: given }), given).toContain('PASSWORD_MEMORY_KIB');
    }
  });

  it('may be less elsewhere', () => {
    expect(problemsOf({ NODE_ENV: 'test', PASSWORD_MEMORY_KIB: '8' })).not.toContain('PASSWORD_MEMORY_KIB');
    expect(problemsOf({ NODE_ENV: 'test', PASSWORD_MEMORY_KIB: '7' })).toContain('PASSWORD_MEMORY_KIB');
  });
});
