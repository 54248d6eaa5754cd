import { ArgsType } from '@nestjs/graphql';
import { isUuid, QueryEnum, QueryText } from '#libs/core/http';
import { SYSTEM_FOLDERS, type SystemFolder } from '../../folders/folder-values.js';
import { listOf } from '../../list-of.js';
import type { FolderSet, MessageFilters } from '../message.repository.js';
import { readSearch } from '../../search/message-searches.js';
import { MessageObject } from './message.object.js';

/** Absent, it is off; any other value is an error. */
const ON = ['1', 'true', 'sim'];

/** A search that is longer than the language allows gets its own answer, up to this length. */
const SEARCH_MAX = 4_096;

const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const FOLDER = new RegExp(`^(?:${SYSTEM_FOLDERS.join('|')}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`);

@ArgsType()
export class MessageListFilters {
  @QueryText({
    max: 36,
    pattern: FOLDER,
    form: `one of ${SYSTEM_FOLDERS.join(', ')}, or the id of a folder`,
    description: 'Absent, every folder but spam, trash and quarantine.',
  })
  folder?: string;

  @QueryText({ max: 36, pattern: UUID, form: 'the id of a label', description: 'Only messages with this label.' })
  label?: string;

  @QueryEnum(ON, { description: 'Of every folder but drafts, spam, trash and quarantine, whatever `folder` says.' })
  todas?: string;

  @QueryEnum(ON, { description: 'With `todas`, those of spam, trash and quarantine, too.' })
  ocultas?: string;

  @QueryEnum(ON, { description: 'Only messages that are not read.' })
  unread?: string;

  @QueryEnum(ON, { description: 'Only starred messages.' })
  starred?: string;

  @QueryText({
    max: SEARCH_MAX,
    description:
      'A search, such as `de:ana assunto:"nota fiscal" -tem:anexo depois:2024-01-01 OR etiqueta:Casa`, of at most 512 ' +
      'characters. One that is not valid is 400 BuscaInvalida, with its position and reason.',
  })
  q?: string;
}

const messages = listOf('messages', MessageObject, { max: 200, filters: MessageListFilters });

export class ListMessagesQuery extends messages.Query {}

export class MessagePage extends messages.Page {}

@ArgsType()
export class ReadMessageQuery {
  @QueryEnum(ON, { description: 'Shows images of other servers, which then learn that the message is read.' })
  images?: string;
}

@ArgsType()
export class DownloadAttachmentQuery {
  @QueryEnum(ON, { description: 'Accepts that an infected file is downloaded.' })
  aceito_risco?: string;
}

/** @throws Problem BuscaInvalida */
export function toMessageFilters(query: MessageListFilters): MessageFilters {
  return {
    folder: foldersOf(query),
    ...(query.label !== undefined && { label: query.label }),
    unread: query.unread !== undefined,
    starred: query.starred !== undefined,
    ...(query.q?.trim() && { search: readSearch(query.q) }),
  };
}

function foldersOf({ folder, todas, ocultas }: MessageListFilters): MessageFilters['folder'] {
  if (todas !== undefined) return ocultas === undefined ? 'mail' : ('all' satisfies FolderSet);
  if (folder === undefined) return 'shown';
  return isUuid(folder) ? { id: folder } : (folder as SystemFolder);
}
