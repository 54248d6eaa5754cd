import { Flag, MayBeAbsent, OneOf, Text, TextList, TextMap } from '#libs/http';
import { TAG_MAX, TAGS_MAX } from '../../contacts/dto/create-contact.request.js';
import { MAX_COLUMNS } from '../table/table.js';
import { WIRE_CHOICES } from './wire-states.js';

const COLUMN_MAX = 200;

/** The field `config` of an import: JSON in a multipart body. */
export class ImportConfig {
  @TextMap({
    max: MAX_COLUMNS,
    keyMax: COLUMN_MAX,
    valueMax: 100,
    description: 'Nome da coluna do arquivo → campo do contato, como email, telefone, nome ou marcadores.',
  })
  mapeamento: Record<string, string>;

  @MayBeAbsent()
  @OneOf(WIRE_CHOICES, { description: 'O que fazer com um contato que já existe; atualizar quando ausente.' })
  se_existir?: string;

  @MayBeAbsent()
  @Flag({ description: 'Só informa o que aconteceria.' })
  simular?: boolean;

  @MayBeAbsent()
  @TextList({ max: TAGS_MAX, itemMax: TAG_MAX, description: 'Para cada contato do arquivo.' })
  marcadores?: string[];

  @MayBeAbsent()
  @Text({
    max: 40,
    example: 'novo',
    description: 'Dos contatos novos cuja linha não tem estágio; novo quando ausente.',
  })
  estagio?: string;
}
