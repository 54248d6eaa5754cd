import type { FieldType } from '#libs/core/app-events';

/** A field that every contact or company has, to which a form's field may be bound by its `chave`. */
export interface NativeField {
  key: string;
  label: string;
  group: string;
  /** The types of form fields that fit; the first is the usual one. */
  types: readonly FieldType[];
}

export interface NativeFieldGroup {
  key: string;
  label: string;
}

export const NATIVE_FIELD_GROUPS: readonly NativeFieldGroup[] = [
  { key: 'contato', label: 'Contato' },
  { key: 'endereco', label: 'Endereço' },
  { key: 'empresa', label: 'Empresa' },
];

export const NATIVE_FIELDS: readonly NativeField[] = [
  { key: 'nome', label: 'Nome', group: 'contato', types: ['texto'] },
  { key: 'email', label: 'E-mail', group: 'contato', types: ['email'] },
  { key: 'telefone', label: 'Telefone', group: 'contato', types: ['telefone'] },
  { key: 'cargo', label: 'Cargo', group: 'contato', types: ['texto', 'opcao'] },
  { key: 'cpf', label: 'CPF', group: 'contato', types: ['cpf'] },
  { key: 'data_nascimento', label: 'Data de nascimento', group: 'contato', types: ['data'] },
  { key: 'site', label: 'Site', group: 'contato', types: ['url'] },
  { key: 'pais', label: 'País', group: 'endereco', types: ['pais'] },
  { key: 'estado', label: 'Estado', group: 'endereco', types: ['estado', 'opcao', 'texto'] },
  { key: 'cidade', label: 'Cidade', group: 'endereco', types: ['cidade', 'opcao', 'texto'] },
  { key: 'cep', label: 'CEP', group: 'endereco', types: ['cep'] },
  { key: 'empresa_nome', label: 'Nome da empresa', group: 'empresa', types: ['texto'] },
  { key: 'empresa_cnpj', label: 'CNPJ', group: 'empresa', types: ['cnpj'] },
  { key: 'empresa_setor', label: 'Setor', group: 'empresa', types: ['texto', 'opcao'] },
  { key: 'empresa_porte', label: 'Porte', group: 'empresa', types: ['opcao'] },
];
