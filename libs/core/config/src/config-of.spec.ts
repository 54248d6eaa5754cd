import { IsInt, IsOptional, IsString } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { AppConfig, AuthConfig, configOf, loadConfig, printConfig, Secret, ServiceConfig } from './index.js';

class ShelfConfig {
  @IsInt()
  shelves: number = 3;

  @IsString()
  @Secret()
  shelfKey: string;
}

class DoorConfig extends ShelfConfig {
  @IsOptional()
  @IsString()
  doorColour?: string;

  get isPainted(): boolean {
    return this.doorColour !== undefined;
  }
}

class CupboardConfig extends configOf(AppConfig, DoorConfig) {
  override shelves: number = 5;

  @IsInt()
  feet: number = 4;
}

describe('a configuration of several parts', () => {
  it('has the variables, types, defaults and getters of all', () => {
    const config = loadConfig(CupboardConfig, { SHELF_KEY: 'k', DOOR_COLOUR: 'red', PORT: '81', NODE_ENV: 'test' });
    expect(config).toMatchObject({ shelves: 5, shelfKey: 'k', doorColour: 'red', port: 81, feet: 4, role: 'all' });
    expect([config.isPainted, config.isProduction]).toEqual([true, false]);
    expect(loadConfig(CupboardConfig, { SHELF_KEY: 'k', SHELVES: '7' }).shelves).toBe(7);
  });

  it('is validated whole, by the names of its variables', () => {
    const load = () => loadConfig(CupboardConfig, { SHELVES: 'many', ROLE: 'king', FEET: 'x' });
    for (const name of ['SHELVES', 'SHELF_KEY', 'ROLE', 'FEET']) expect(load).toThrow(name);
  });

  it('is printed without its secrets', () => {
    const text = printConfig(loadConfig(CupboardConfig, { SHELF_KEY: 'hush' }));
    expect(text).toContain('SHELVES=5');
    expect(text).toContain('SHELF_KEY=(hidden)');
    expect(text).not.toContain('hush');
  });

  it('leaves its parts as they are', () => {
    expect(loadConfig(ShelfConfig, { SHELF_KEY: 'k' }).shelves).toBe(3);
    expect(() => loadConfig(DoorConfig, { SHELF_KEY: 'k', ROLE: 'king' })).not.toThrow();
  });

  it('requires in production the variables with a development default', () => {
    class AppWithOrigins extends configOf(ServiceConfig, AuthConfig) {}
    expect(() => loadConfig(AppWithOrigins, { NODE_ENV: 'production' })).toThrow('ALLOWED_ORIGINS must be set');
  });
});
