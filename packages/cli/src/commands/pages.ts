import { readFileSync } from 'node:fs';
import type { pages } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { UsageError } from '../io.js';

type Page = pages.PagesListResponse['paginas'][number];

const list: Command = {
  name: 'pages list',
  summary: 'List the landing pages, newest first',
  async run(context) {
    context.printAll(
      await context.client.pages.pages.list().toArray(),
      {
        ID: ({ id }: Page) => id,
        STATUS: ({ status }: Page) => status,
        VERSION: ({ versao }: Page) => versao,
        TITLE: ({ titulo }: Page) => titulo,
        ADDRESS: ({ url_publica }: Page) => url_publica,
      },
      'No page.',
    );
  },
};

const pull: Command = {
  name: 'pages pull',
  summary: 'Print the newest document of a page',
  args: ['id'],
  example: 'service pages pull pag_0c7b3f19ad62e04f > page.json',
  async run(context) {
    const { template } = await context.client.pages.drafts.get(context.args[0] ?? '');
    context.io.out(JSON.stringify(template, undefined, context.is('json') ? undefined : 2));
  },
};

const push: Command = {
  name: 'pages push',
  summary: 'Save a document as the newest version of a page',
  args: ['id', 'file'],
  options: [{ name: 'publish', help: 'publish it, too' }],
  example: 'service pages push pag_0c7b3f19ad62e04f page.json --publish',
  async run(context) {
    const [id = '', file = ''] = context.args;
    const saved = await context.client.pages.versions.save(id, { template: await documentOf(context, file) });
    if (context.is('publish')) return publishVersion(context, id, saved.versao);
    context.print(saved, `Version ${saved.versao} is saved.`);
  },
};

const publish: Command = {
  name: 'pages publish',
  summary: 'Publish the newest version of a page, or another one',
  args: ['id'],
  options: [{ name: 'version', value: 'number', help: 'the version; the newest one unless given' }],
  async run(context) {
    const [id = ''] = context.args;
    const version = context.count('version', 0) || (await context.client.pages.pages.get(id)).versao;
    await publishVersion(context, id, version);
  },
};

async function publishVersion(context: Context, id: string, versao: number): Promise<void> {
  const answer = await context.client.pages.publishing.publish(id, { versao });
  const { url_publica } = await context.client.pages.pages.get(id);
  context.print(answer, `Version ${versao} is at ${url_publica}`);
}

/** The document of a file, or of standard input for `-`. */
async function documentOf({ io }: Context, file: string): Promise<pages.VersionsSaveData['body']['template']> {
  const text = file === '-' ? await io.read() : readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as pages.VersionsSaveData['body']['template'];
  } catch (error) {
    throw new UsageError(`${file} is no JSON`, { cause: error });
  }
}

export const pageCommands: readonly Command[] = [list, pull, push, publish];
