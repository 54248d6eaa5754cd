import { Type, type Static } from 'typebox';
import { FONT_NAMES } from '#libs/sites/sites';
import { choice, elementId, exactObject, mediaId } from './fields.js';
import { LIMITS } from './limits.js';

const FONT_TITLE = 'Vazia ou ausente: a do kit de marca';

const font = () => Type.Optional(Type.Enum(['', ...FONT_NAMES], { description: FONT_TITLE }));

/** An item; its `props` are judged by the schema of its `tipo`. */
export const ItemSchema = exactObject({
  id: elementId(),
  tipo: Type.String({ minLength: 1, maxLength: 40 }),
  props: Type.Object({}, { description: 'Conforme o esquema do tipo em GET /v1/itens' }),
});

const ColumnSchema = exactObject({
  id: elementId(),
  largura: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 12, description: 'Em doze avos; igual entre colunas se ausente' }),
  ),
  cartao: Type.Optional(Type.Boolean({ description: 'Fundo e borda próprios' })),
  itens: Type.Array(ItemSchema, { maxItems: LIMITS.itemsPerColumn }),
});

export const SECTION_BACKGROUNDS = ['padrao', 'suave', 'superficie', 'primaria', 'escuro', 'gradiente'] as const;

const SectionStyleSchema = exactObject({
  fundo: Type.Optional(
    Type.String({
      pattern: `^(${SECTION_BACKGROUNDS.join('|')}|#[0-9a-fA-F]{6})$`,
      default: 'padrao',
      description: `${SECTION_BACKGROUNDS.join(', ')} ou #rrggbb`,
    }),
  ),
  cor_texto: Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Calculada a partir do fundo se ausente' }),
  ),
  imagem_fundo: mediaId('Imagem de fundo'),
  espacamento: choice('Espaço acima e abaixo', ['nenhum', 'pequeno', 'medio', 'grande'], 'medio'),
  largura: choice('Largura do conteúdo', ['estreita', 'padrao', 'larga'], 'padrao'),
  alinhamento: choice('Alinhamento', ['esquerda', 'centro'], 'esquerda'),
  alinhamento_vertical: choice('Alinhamento vertical das colunas', ['topo', 'centro', 'esticar'], 'topo'),
});

const SectionSchema = exactObject({
  id: elementId(),
  estilo: Type.Optional(SectionStyleSchema),
  colunas: Type.Array(ColumnSchema, { maxItems: LIMITS.columnsPerSection }),
});

const StyleSchema = exactObject({ fonte_titulos: font(), fonte_texto: font() });

/** The page document, version 2. */
export const PageDocumentSchema = exactObject({
  versao: Type.Literal(2),
  secoes: Type.Array(SectionSchema, { maxItems: LIMITS.sections }),
  estilo: Type.Optional(StyleSchema),
  pixel: Type.Optional(Type.Boolean({ description: 'false: a página não conta visitas' })),
  consentimento_de_formulario: Type.Optional(
    Type.Boolean({ description: 'true: quem aceita o consentimento de um formulário aceita um id que dura' }),
  ),
  tags: Type.Optional(Type.Boolean({ description: 'false: a página não tem as tags da conta' })),
});

export interface DocumentItem {
  id: string;
  tipo: string;
  props: Readonly<Record<string, unknown>>;
}

export type DocumentColumn = Omit<Static<typeof ColumnSchema>, 'itens'> & { itens: DocumentItem[] };
export type SectionStyle = Static<typeof SectionStyleSchema>;
export type DocumentSection = Omit<Static<typeof SectionSchema>, 'colunas'> & { colunas: DocumentColumn[] };

/** A page document of version 2, with the names that the API gives its parts. */
export interface PageDocument {
  versao: 2;
  secoes: DocumentSection[];
  estilo?: Static<typeof StyleSchema>;
  /** False for a page that does not count its visits. */
  pixel?: boolean;
  /** True if the consent of a form is consent to an id of the visitor, too. */
  consentimento_de_formulario?: boolean;
  /** False for a page without the tags of the account. */
  tags?: boolean;
}
