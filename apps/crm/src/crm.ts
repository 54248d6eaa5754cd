import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { CrmModule } from './app.module.js';
import type { CrmConfig } from './config.js';
import { envelope } from './catalogue.js';

/** 256 KiB. */
const BODY_LIMIT = 256 * 1024;

const PROFILE: AppProfile = {
  service: 'crm',
  envelope,
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'CRM API',
    version: '2026-08-28',
    description: 'Contatos, empresas, linha do tempo, consentimento, segmentos, jornadas, alertas e destinos.',
    tags: {
      Campos: 'Os campos de contatos e empresas, e os que a conta cria.',
      Contatos: 'As pessoas que a conta conhece.',
      Visões: 'Filtros da lista de contatos que a conta guarda.',
      Segmentos: 'Contatos que satisfazem critérios, agora e conforme mudam.',
      Clientes: 'Os contatos que são clientes.',
      'Linha do tempo': 'O que aconteceu com um contato, e as notas sobre ele.',
      Configurações: 'O que vale para todos os contatos da conta.',
      Consentimento: 'O que um contato aceita receber, e desde quando.',
      Identidades: 'De quem é um e-mail ou telefone.',
      Empresas: 'As empresas em que os contatos trabalham.',
      Importações: 'Contatos que vêm de arquivos.',
      Exportações: 'Arquivos grandes de contatos, que um trabalho escreve.',
      Alertas: 'Avisos sobre a captura de leads.',
      Destinos: 'URLs que recebem os leads capturados.',
      'Integrações de conversão': 'Provedores de anúncios que sabem quando um anúncio trouxe um lead.',
      Jornadas: 'O que acontece, passo a passo, com os contatos que entram.',
      Uso: 'O que a conta usa do CRM, e o que o plano permite.',
      Privacidade: 'Pedidos de exclusão, retenção e os dados de uma pessoa.',
    },
  },
};

/** The CRM, ready to listen. */
export function createCrm(config: CrmConfig): Promise<NestExpressApplication> {
  return createService(CrmModule.forRoot(config), PROFILE, config);
}
