import { Type } from 'typebox';
import { choice, exactObject, flag, mediaId, shortText } from '../../document/fields.js';
import { ICON_NAMES } from '../../markup/icons.js';
import { ILLUSTRATION_NAMES } from '../../markup/illustrations.js';

export const alignment = () => choice('Alinhamento', ['herdar', 'esquerda', 'centro', 'direita'], 'herdar');

export const illustrationName = () =>
  Type.Optional(Type.Enum(ILLUSTRATION_NAMES, { title: 'Ilustração', description: 'Desenho nas cores da marca' }));

export const iconName = () => Type.Optional(Type.Enum(ICON_NAMES, { title: 'Ícone' }));

export const description = () =>
  Type.Optional(shortText('Descrição', { description: 'O que a imagem mostra, para quem não a vê' }));

/** A picture of the account, or a drawing. */
export const pictureFields = () => ({
  midia_id: mediaId('Imagem'),
  ilustracao: illustrationName(),
  descricao: description(),
  decorativa: flag('Decorativa'),
});

export const pictureObject = (title: string) => exactObject(pictureFields(), { title });

const ALIGNMENT_CLASS = { herdar: '', esquerda: ' al', centro: ' ac', direita: ' ar' } as const;

/** The class of an alignment, with a space before it. */
export const alignmentClass = (value: keyof typeof ALIGNMENT_CLASS = 'herdar'): string => ALIGNMENT_CLASS[value];

export const ALIGNMENT_STYLE = `.al{text-align:start}.ac{text-align:center}.ar{text-align:end}`;
