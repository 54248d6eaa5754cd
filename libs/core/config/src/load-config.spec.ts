import { IsArray, IsBoolean, IsInt, IsOptional, IsString, IsUrl, ValidateIf } from 'class-validator';
import { describe, expect, it } from 'vitest';
import {
  AppConfig,
  ChosenInProduction,
  ConfigError,
  DevelopmentDefault,
  FromVariable,
  loadConfig,
  printConfig,
  Secret,
} from './index.js';

class ShopConfig extends AppConfig {
  @IsUrl({ protocols: ['postgres'], require_tld: false })
  @DevelopmentDefault('postgres://shop:shop@127.0.0.1/shop')
  databaseUrl: string;

  @IsString()
  @Secret()
  serviceSecret: string;

  @IsBoolean()
  verbose: boolean = false;

  @IsArray()
  @FromVariable('OUTBOUND_ALLOW')
  allowedHosts: string[] = [];

  @IsOptional()
  @IsInt()
  retries?: number;

  @ValidateIf(({ retries }: ShopConfig) => !retries)
  @IsString()
  @DevelopmentDefault('.data/queue')
  queueDir?: string;
}

const minimal = { SERVICE_SECRET: 'hush' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(ShopConfig, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('loadConfig', () => {
  it('turns text into the types of the properties', () => {
    const config = loadConfig(ShopConfig, {
      ...minimal,
      PORT: '4000',
      VERBOSE: 'on',
      OUTBOUND_ALLOW: '10.0.0.0/8, 127.0.0.1:25',
      RETRIES: '3',
    });
    expect(config).toMatchObject({
      port: 4000,
      verbose: true,
      retries: 3,
      allowedHosts: ['10.0.0.0/8', '127.0.0.1:25'],
      databaseUrl: 'postgres://shop:shop@127.0.0.1/shop',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig(ShopConfig, { ...minimal, PORT: '' }).port).toBe(3000);
  });

  it('names every variable that is missing or malformed, at once and without its value', () => {
    const problems = problemsOf({ PORT: '70000', VERBOSE: 'perhaps', ROLE: 'chief' });
    const names = problems.map((problem) => problem.split(':')[0]);
    expect(new Set(names)).toEqual(new Set(['PORT', 'ROLE', 'VERBOSE', 'SERVICE_SECRET']));
    expect(problems.join()).not.toMatch(/70000|perhaps|chief/);
  });

  it('rejects a number that is not one', () => {
    expect(problemsOf({ ...minimal, RETRIES: '3x' }).join()).toContain('RETRIES');
  });

  it('requires in production the variables with a development default', () => {
    expect(problemsOf({ ...minimal, NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL must be set in production',
      'QUEUE_DIR must be set in production',
    ]);
  });

  it('does not require in production a variable that another value replaces', () => {
    const problems = problemsOf({ ...minimal, NODE_ENV: 'production', RETRIES: '3' });
    expect(problems).toEqual(['DATABASE_URL must be set in production']);
  });

  it('rejects the development value in production even when it is set by hand', () => {
    const problems = problemsOf({
      ...minimal,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://shop:shop@127.0.0.1/shop',
      RETRIES: '3',
    });
    expect(problems).toEqual(['DATABASE_URL has its development value in production']);
  });

  it('requires in production a variable that is chosen there, which may have the development value', () => {
    class DoorConfig extends AppConfig {
      @IsString()
      @ChosenInProduction('open')
      door: string;
    }
    expect(loadConfig(DoorConfig, {}).door).toBe('open');
    expect(() => loadConfig(DoorConfig, { NODE_ENV: 'production' })).toThrow('DOOR must be set in production');
    expect(loadConfig(DoorConfig, { NODE_ENV: 'production', DOOR: 'open' }).door).toBe('open');
  });

  it('cannot be changed after it was read', () => {
    const config = loadConfig(ShopConfig, minimal);
    expect(() => Reflect.set(config, 'port', 1)).not.toThrow();
    expect(config.port).toBe(3000);
  });
});

describe('printConfig', () => {
  it('shows every variable and hides secrets and passwords in URLs', () => {
    const text = printConfig(loadConfig(ShopConfig, minimal));
    expect(text).toContain('PORT=3000');
    expect(text).toContain('SERVICE_SECRET=(hidden)');
    expect(text).toContain('DATABASE_URL=postgres://shop:(hidden)@127.0.0.1/shop');
    expect(text).not.toContain('hush');
  });
});
