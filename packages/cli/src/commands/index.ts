import type { Command } from '../command.js';
import { domainCommands } from './domains.js';
import { keyCommands } from './keys.js';
import { listen } from './listen.js';
import { accountCommands } from './login.js';
import { messageCommands } from './messages.js';
import { pageCommands } from './pages.js';
import { send } from './send.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...accountCommands,
  send,
  ...messageCommands,
  listen,
  ...keyCommands,
  ...domainCommands,
  ...pageCommands,
];
