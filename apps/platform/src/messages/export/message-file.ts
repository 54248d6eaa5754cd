import type { ServerResponse } from 'node:http';
import { sendCsv, sendLines, type CsvColumn } from '#libs/core/http';
import type { MessageResponse } from '../dto/message.responses.js';
import type { MessageExport } from './message-export.service.js';

/** The trailer of a whole file, for the `after` of the next. */
const CURSOR = 'X-Export-Cursor';

const COLUMNS: CsvColumn<MessageResponse>[] = [
  ['Id', ({ Id }) => Id],
  ['Channel', ({ Channel }) => Channel],
  ['Environment', ({ Environment }) => Environment],
  ['Status', ({ Status }) => Status],
  ['From', ({ From }) => From],
  ['To', ({ To }) => To],
  ['Subject', ({ Subject }) => Subject],
  ['TemplateId', ({ TemplateId }) => TemplateId],
  ['CampaignId', ({ CampaignId }) => CampaignId],
  ['Tags', ({ Tags }) => Object.entries(Tags).map(([key, value]) => `${key}:${value}`)],
  ['CreatedAt', ({ CreatedAt }) => CreatedAt],
  ['UpdatedAt', ({ UpdatedAt }) => UpdatedAt],
  ['ScheduledAt', ({ ScheduledAt }) => ScheduledAt],
  ['SentAt', ({ SentAt }) => SentAt],
  ['Error', ({ Error }) => Error],
  ['TopicId', ({ TopicId }) => TopicId],
  ['InternetMessageId', ({ InternetMessageId }) => InternetMessageId],
];

/** Sends an export as the answer; see `sendLines`. */
export async function sendExport(
  response: ServerResponse,
  format: 'csv' | 'ndjson',
  { chunks, cursor }: MessageExport,
): Promise<void> {
  const trailers = { names: [CURSOR], values: () => ({ [CURSOR]: cursor }) };
  if (format === 'csv') {
    return sendCsv(response, { fileName: 'messages.csv', columns: COLUMNS, batches: rowsOf(chunks), trailers });
  }
  return sendLines(response, { fileName: 'messages.ndjson', contentType: 'application/x-ndjson', chunks, trailers });
}

async function* rowsOf(chunks: AsyncIterable<string>): AsyncGenerator<MessageResponse[]> {
  for await (const lines of chunks) {
    yield lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as MessageResponse]));
  }
}
