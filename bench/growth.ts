// How much longer a unit of each hot path takes in a tenant that has a million rows of its kind than in an empty one of the same
// installation, by turns; and how many pages its statements read in both.
import { batch } from './growth/batch.js';
import { collect } from './growth/collect.js';
import { contactsCreate } from './growth/contacts-create.js';
import { deliver } from './growth/deliver.js';
import { journeys } from './growth/journeys.js';
import { leadSubmit } from './growth/lead-submit.js';
import { mailReceive } from './growth/mail-receive.js';
import { mailSend } from './growth/mail-send.js';
import { send } from './growth/send.js';
import { webhooks } from './growth/webhooks.js';
import { bench } from './support/bench.js';
import { type GrowthPath, measureGrowth } from './support/growth.js';
import { readOptionsAndNames } from './support/options.js';
import { judge, type Verdict } from './support/report.js';

const PATHS = {
  send,
  batch,
  deliver,
  'mail-send': mailSend,
  'mail-receive': mailReceive,
  'lead-submit': leadSubmit,
  'contacts-create': contactsCreate,
  webhooks,
  collect,
  journeys,
} satisfies Record<string, GrowthPath>;

const defaults = { rounds: 5, seconds: 4, rows: 1_000_000, connections: 32 };
const options = readOptionsAndNames(defaults, Object.keys(PATHS) as (keyof typeof PATHS)[]);

await bench(async (cleanup) => {
  const verdicts: Verdict[] = [];
  for (const name of options.only) verdicts.push(await measureGrowth(name, PATHS[name], options, cleanup));
  judge(verdicts);
});
