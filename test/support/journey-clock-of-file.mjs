// Loaded into a process of the CRM (`node --import`): journeys go by a clock that is ahead by the milliseconds in a file. The product has no
// such setting, and moving the rows of a database back would not do: quiet hours depend on the date.
import { readFileSync } from 'node:fs';

const { JourneyClock } = await import('../../dist/apps/crm/src/journeys/engine/journey-clock.js');

JourneyClock.prototype.now = () => new Date(Date.now() + Number(readFileSync(process.env.JOURNEY_CLOCK, 'utf8')));
