import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes an empty migration into `<appDir>/migrations`, registers it in `index.ts`, and returns its path.
 * @throws Error if the name is not kebab-case
 */
export function createMigration(appDir: string, name: string, now: Date): string {
  if (!NAME.test(name)) throw new Error('Name a migration in kebab-case: add-lease');
  const version = Math.max(now.getTime(), ...versionsOf(appDir).map((known) => known + 1));
  const className = `${pascalCase(name)}${version}`;
  const file = join(appDir, 'migrations', `${version}-${name}.ts`);
  writeFileSync(file, template(className));
  register(join(appDir, 'migrations/index.ts'), className, `./${version}-${name}.js`);
  return file;
}

/** Migrations run in the order of their versions, so a new one gets a later version than the existing ones. */
function versionsOf(appDir: string): number[] {
  return readdirSync(join(appDir, 'migrations')).flatMap((file) => /^\d+/.exec(file)?.map(Number) ?? []);
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function template(className: string): string {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }
}
`;
}

function register(index: string, className: string, path: string): void {
  const text = readFileSync(index, 'utf8');
  const registered = text
    .replace(/\n\nexport const migrations/, `\nimport { ${className} } from '${path}';$&`)
    .replace(/\n\];\s*$/, `\n  ${className},\n];\n`);
  writeFileSync(index, registered);
}
