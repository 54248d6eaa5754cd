import type { CampaignStatus } from '../../../campaigns/campaign.js';

/** Words of Resend for where a campaign stands. */
export const BROADCAST_STATUS: Readonly<Record<CampaignStatus, string>> = {
  draft: 'draft',
  scheduled: 'queued',
  running: 'queued',
  paused: 'queued',
  completed: 'sent',
  cancelled: 'canceled',
};

const REFUSED = /^(The (?:campaign|broadcast) is )(\w+)(; this needs one that is )(.+)$/;
const SEPARATORS = /, | or /;

/** The text of a conflict that names where a campaign stands, in the words of Resend; any other text as it is. */
export const withBroadcastStatus = (text: string): string =>
  text.replace(REFUSED, (_, is: string, status: string, needs: string, needed: string) => {
    const words = needed.split(SEPARATORS).map(wordOf);
    return `${is}${wordOf(status)}${needs}${[...new Set(words)].join(' or ')}`;
  });

const wordOf = (status: string): string => BROADCAST_STATUS[status as CampaignStatus] ?? status;
