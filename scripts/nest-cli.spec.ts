import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Project {
  type: 'application' | 'library';
  root: string;
  entryFile: string;
  sourceRoot: string;
  compilerOptions: { tsConfigPath: string };
}

const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as {
  projects: Record<string, Project>;
};

/** The folders below one that have the file in their sources. */
const foldersWith = (parent: string, file: string): string[] =>
  readdirSync(join(ROOT, parent)).filter((name) => existsSync(join(ROOT, parent, name, 'src', file)));

/** Libs as `<floor>/<name>`. */
const libs = readdirSync(join(ROOT, 'libs')).flatMap((floor) =>
  foldersWith(join('libs', floor), 'index.ts').map((name) => join(floor, name)),
);

const namesOf = (type: Project['type']): string[] =>
  Object.keys(projects).filter((name) => projects[name]?.type === type);

describe('nest-cli.json', () => {
  it('contains every app and every lib', () => {
    expect(namesOf('application').toSorted()).toEqual(foldersWith('apps', 'main.ts').toSorted());
    expect(libs.length).toBeGreaterThan(30);
    expect(namesOf('library').toSorted()).toEqual(libs.map((lib) => basename(lib)).toSorted());
  });

  it.each(Object.keys(projects))('has the paths of %s', (name) => {
    const project = projects[name]!;
    const places = project.type === 'application' ? [join('apps', name)] : libs.map((lib) => join('libs', lib));
    expect(places).toContain(project.root);
    expect(basename(project.root)).toBe(name);
    expect(project.sourceRoot).toBe(`${project.root}/src`);
    const entry = project.type === 'application' ? project.entryFile : join(project.sourceRoot, project.entryFile);
    expect(existsSync(join(ROOT, `${entry}.ts`))).toBe(true);
    expect(existsSync(join(ROOT, project.compilerOptions.tsConfigPath))).toBe(true);
  });
});
