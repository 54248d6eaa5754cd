import type { EventType } from '../../../events/event-types.js';
import { WORDS } from '../../../webhook-formats/words.js';
import type { TheirFields } from '../../frame/their-fields.js';

/** Triggers of a webhook of Postmark. What came is no trigger of it there. */
const TRIGGERS = ['Open', 'Click', 'Delivery', 'Bounce', 'SpamComplaint', 'SubscriptionChange'] as const;

type Trigger = (typeof TRIGGERS)[number];

/** Options that triggers have beside being on, none of which is possible here. */
const IMPOSSIBLE: Readonly<Partial<Record<Trigger, string>>> = {
  Open: 'PostFirstOpenOnly',
  Bounce: 'IncludeContent',
  SpamComplaint: 'IncludeContent',
};

/** Our events that a trigger is of. */
const eventsOf = (trigger: Trigger): EventType[] =>
  (Object.keys(WORDS) as EventType[]).filter((type) => WORDS[type].postmark === trigger);

/** Events of an endpoint as triggers. */
export function fromEvents(events: readonly EventType[]): object {
  const shown = TRIGGERS.map((trigger) => {
    const Enabled = eventsOf(trigger).some((type) => events.includes(type));
    const impossible = IMPOSSIBLE[trigger];
    return [trigger, { Enabled, ...(impossible && { [impossible]: false }) }];
  });
  return Object.fromEntries(shown);
}

/** Events of an endpoint after a change of its triggers; those that are not named stay as they are. @throws Problem ValidationError */
export function withTriggers(events: readonly EventType[], triggers: TheirFields): EventType[] {
  const changed = new Set(events);
  for (const trigger of TRIGGERS) {
    const given = triggers.nested(trigger);
    const impossible = IMPOSSIBLE[trigger];
    if (impossible && given?.flag(impossible)) throw given.invalid(impossible, 'is not possible here');
    const isOn = given?.flag('Enabled');
    for (const type of isOn === undefined ? [] : eventsOf(trigger)) {
      if (isOn) changed.add(type);
      else changed.delete(type);
    }
  }
  return [...changed];
}
