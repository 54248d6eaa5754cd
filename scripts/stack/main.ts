// The launcher of the whole product on one machine. scripts/start.mjs installs and builds first.
import { PortTakenError } from '#libs/test/embedded';
import { APPS } from './apps.js';
import { Progress } from './progress.js';
import { readSettings, portOf, type Settings } from './settings.js';
import { Stack } from './stack.js';
import { summary } from './summary.js';

const progress = new Progress();

async function main(): Promise<void> {
  const settings = settingsOrExit();
  const stack = new Stack(settings, process.env, progress, (line) => void end(stack, line));
  obeySignals(stack);
  try {
    const seeds = await stack.start();
    progress.say(summary(settings, seeds, progress.total));
  } catch (error) {
    await end(stack, explain(error, settings));
  }
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env, process.argv.slice(2));
  } catch (error) {
    progress.say(messageOf(error));
    process.exit(1);
  }
}

let interrupted = false;

/** The first interrupt stops the stack in order, a second one at once. */
function obeySignals(stack: Stack): void {
  const obey = () => {
    if (interrupted) {
      stack.kill();
      process.exit(1);
    }
    interrupted = true;
    void end(stack);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, obey);
}

let ending = false;

async function end(stack: Stack, failure?: string): Promise<void> {
  if (ending) return;
  ending = true;
  progress.say(failure ? `\n${failure}\nStopping` : '\nStopping');
  await stack.stop();
  progress.say('Stopped');
  process.exit(failure ? 1 : 0);
}

function explain(error: unknown, settings: Settings): string {
  if (!(error instanceof PortTakenError)) return messageOf(error);
  const names = [...APPS.map((app) => app.name), 'postgres', 'redis', 'inbox', 'inboxSmtp', 'dns', 'hooks'];
  const user = names.find((name) => portOf(settings, name) === error.port);
  return `${error.message}; ${user ?? 'the stack'} needs it. End that process, or set PORT_BASE to another first port`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await main();
