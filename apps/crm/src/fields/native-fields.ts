import { WIRE_LIFECYCLES, WIRE_STAGES } from '../contacts/dto/wire-values.js';

export type FieldOwner = 'contato' | 'empresa';

/** A field that every contact, or every company, has. */
export interface NativeField {
  owner: FieldOwner;
  /** As the API names it. */
  key: string;
  label: string;
  type: 'texto' | 'numero' | 'booleano' | 'data' | 'lista' | 'multipla' | 'email' | 'telefone' | 'usuario' | 'empresa';
  options?: readonly string[];
  /** Whether a user may set it. */
  isWritable: boolean;
}

const written = { isWritable: true } as const;
const captured = { isWritable: false } as const;
const EMAIL_STATUSES = ['ok', 'suspeito', 'dominio_inexistente', 'descartavel', 'desconhecido'];
const DEVICES = ['desktop', 'mobile', 'tablet', 'bot', 'desconhecido'];
const SIZES = ['mei', 'micro', 'pequena', 'media', 'grande'];

export const NATIVE_FIELDS: readonly NativeField[] = [
  { owner: 'contato', key: 'nome', label: 'Nome', type: 'texto', ...written },
  { owner: 'contato', key: 'email', label: 'E-mail', type: 'email', ...written },
  { owner: 'contato', key: 'telefone', label: 'Telefone', type: 'telefone', ...written },
  { owner: 'contato', key: 'estagio', label: 'Estágio', type: 'lista', options: WIRE_STAGES, ...written },
  { owner: 'contato', key: 'ciclo', label: 'Ciclo', type: 'lista', options: WIRE_LIFECYCLES, ...captured },
  { owner: 'contato', key: 'dono_id', label: 'Responsável', type: 'usuario', ...written },
  { owner: 'contato', key: 'marcadores', label: 'Marcadores', type: 'multipla', ...written },
  { owner: 'contato', key: 'cargo', label: 'Cargo', type: 'texto', ...written },
  { owner: 'contato', key: 'empresa_id', label: 'Empresa', type: 'empresa', ...written },
  { owner: 'contato', key: 'pais', label: 'País', type: 'texto', ...written },
  { owner: 'contato', key: 'estado', label: 'Estado', type: 'texto', ...written },
  { owner: 'contato', key: 'cidade', label: 'Cidade', type: 'texto', ...written },
  { owner: 'contato', key: 'fuso', label: 'Fuso horário', type: 'texto', ...written },
  { owner: 'contato', key: 'fonte', label: 'Fonte', type: 'texto', ...captured },
  { owner: 'contato', key: 'utm_source', label: 'UTM source', type: 'texto', ...captured },
  { owner: 'contato', key: 'utm_medium', label: 'UTM medium', type: 'texto', ...captured },
  { owner: 'contato', key: 'utm_campaign', label: 'UTM campaign', type: 'texto', ...captured },
  { owner: 'contato', key: 'utm_term', label: 'UTM term', type: 'texto', ...captured },
  { owner: 'contato', key: 'utm_content', label: 'UTM content', type: 'texto', ...captured },
  { owner: 'contato', key: 'dispositivo', label: 'Dispositivo', type: 'lista', options: DEVICES, ...captured },
  { owner: 'contato', key: 'so', label: 'Sistema operacional', type: 'texto', ...captured },
  { owner: 'contato', key: 'navegador', label: 'Navegador', type: 'texto', ...captured },
  { owner: 'contato', key: 'ip_pais', label: 'País do endereço IP', type: 'texto', ...captured },
  {
    owner: 'contato',
    key: 'email_status',
    label: 'Situação do e-mail',
    type: 'lista',
    options: EMAIL_STATUSES,
    ...captured,
  },
  { owner: 'contato', key: 'pontuacao', label: 'Pontuação', type: 'numero', ...captured },
  { owner: 'contato', key: 'criado_em', label: 'Criado em', type: 'data', ...captured },
  { owner: 'contato', key: 'atualizado_em', label: 'Atualizado em', type: 'data', ...captured },
  { owner: 'empresa', key: 'cnpj', label: 'CNPJ', type: 'texto', ...written },
  { owner: 'empresa', key: 'nome', label: 'Nome da empresa', type: 'texto', ...written },
  { owner: 'empresa', key: 'setor', label: 'Setor', type: 'texto', ...written },
  { owner: 'empresa', key: 'porte', label: 'Porte', type: 'lista', options: SIZES, ...written },
  { owner: 'empresa', key: 'pais', label: 'País da empresa', type: 'texto', ...written },
];

const CONTACT_KEYS = new Set(NATIVE_FIELDS.flatMap(({ owner, key }) => (owner === 'contato' ? key : [])));

/** Whether every contact has a field of this name, so that no custom field may have it. */
export const isNativeField = (key: string): boolean => CONTACT_KEYS.has(key) || key === 'id' || key === 'campos';
