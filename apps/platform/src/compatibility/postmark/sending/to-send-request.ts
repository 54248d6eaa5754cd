import { isId } from '#libs/core/persistence';
import { POSTMARK_TAG as TAG } from '../../../emails/raw/raw-headers.js';
import { DEFAULT_STREAM } from '../../../webhook-formats/postmark/postmark-bounces.js';
import { mediaTypeOf } from '../../../attachments/media-type.js';
import { splitAddresses } from '../../frame/split-addresses.js';
import { TheirFields } from '../../frame/their-fields.js';
import { templateIdOfNumber } from '../template-numbers.js';

/** Values of `TrackLinks`, and whether the links of the HTML are followed. */
const TRACK_LINKS: Readonly<Record<string, boolean>> = {
  None: false,
  HtmlOnly: true,
  HtmlAndText: true,
  TextOnly: false,
};

/** Makes our request of a body of `POST /email`. @throws Problem */
export function toSendRequest(body: unknown): object {
  const email = TheirFields.of(body);
  const [text, html] = [email.text('TextBody'), email.text('HtmlBody')];
  if (!text && !html) throw email.missing('HtmlBody or TextBody');
  return {
    ...withoutContent(email),
    Message: {
      Subject: { Data: email.text('Subject') ?? '' },
      Body: { ...(text && { Text: { Data: text } }), ...(html && { Html: { Data: html } }) },
    },
  };
}

/** The template that a body of `POST /email/withTemplate` names: by an id, or by its alias or name. @throws Problem */
export function templateNameOf(body: unknown): string {
  const email = TheirFields.of(body);
  const id = email.value('TemplateId');
  return typeof id === 'number' || typeof id === 'string' ? String(id) : aliasOf(email);
}

function aliasOf(email: TheirFields): string {
  const alias = email.text('TemplateAlias');
  if (alias === undefined) throw email.missing('TemplateId or TemplateAlias');
  return alias;
}

/**
 * Makes our request of a body of `POST /email/withTemplate`.
 * @param ids of templates by their names
 * @throws Problem
 */
export function toTemplatedRequest(body: unknown, ids: ReadonlyMap<string, string>): object {
  const email = TheirFields.of(body);
  const name = templateNameOf(body);
  return {
    ...withoutContent(email),
    // An id that nothing has: the answer is that of every unknown template.
    TemplateId: isId('tpl', name) ? name : (ids.get(name) ?? templateIdOfNumber(name) ?? 'tpl_0000000000000000'),
    TemplateData: email.object('TemplateModel') ?? {},
  };
}

function withoutContent(email: TheirFields): object {
  const addresses = (name: string) => splitAddresses(email.text(name) ?? '');
  const stream = email.text('MessageStream');
  if (addresses('To').length === 0) throw email.missing('To');
  return {
    Source: email.requiredText('From'),
    Destination: {
      ToAddresses: addresses('To'),
      CcAddresses: addresses('Cc'),
      BccAddresses: addresses('Bcc'),
    },
    TopicId: !stream || stream === DEFAULT_STREAM ? undefined : stream,
    ReplyToAddresses: addresses('ReplyTo'),
    Headers: headersOf(email.list('Headers')),
    Tags: tagsOf(email),
    Attachments: attachmentsOf(email.list('Attachments')),
    TrackOpens: email.flag('TrackOpens'),
    TrackClicks: tracksLinks(email),
  };
}

/** @throws Problem ValidationError for a value that Postmark does not have, for links are followed without one */
function tracksLinks(email: TheirFields): boolean | undefined {
  const links = email.text('TrackLinks');
  if (!links) return undefined;
  const known = Object.keys(TRACK_LINKS).find((one) => one.toLowerCase() === links.toLowerCase());
  if (known === undefined) throw email.invalid('TrackLinks', `must be one of ${Object.keys(TRACK_LINKS).join(', ')}`);
  return TRACK_LINKS[known];
}

function headersOf(headers: readonly TheirFields[]): Record<string, string> | undefined {
  if (headers.length === 0) return undefined;
  return Object.fromEntries(headers.map((header) => [header.requiredText('Name'), header.text('Value') ?? '']));
}

function tagsOf(email: TheirFields): Record<string, unknown> | undefined {
  const metadata = email.object('Metadata') ?? {};
  const tag = email.text('Tag');
  const tags = { ...metadata, ...(tag && { [TAG]: tag }) };
  return Object.keys(tags).length === 0 ? undefined : tags;
}

function attachmentsOf(all: readonly TheirFields[]): object[] | undefined {
  if (all.length === 0) return undefined;
  return all.map((attachment) => {
    const FileName = attachment.requiredText('Name');
    return {
      FileName,
      ContentType: attachment.text('ContentType') || mediaTypeOf(FileName),
      ContentId: attachment.text('ContentID')?.replace(/^cid:/i, '') || undefined,
      Data: attachment.requiredText('Content').replace(/[\r\n]/g, ''),
    };
  });
}
