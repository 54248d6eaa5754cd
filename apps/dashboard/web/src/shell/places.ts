import {
  Activity,
  BookUser,
  Building2,
  ChartLine,
  CreditCard,
  Globe,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquare,
  LayoutTemplate,
  Rocket,
  ScrollText,
  Send,
  ShieldBan,
  Siren,
  SlidersHorizontal,
  Smartphone,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import { defineWords } from '#web/i18n/words.ts';

export const usePlaceWords = defineWords({
  en: {
    alerts: 'Alerts',
    audience: 'Audience',
    audit: 'Audit log',
    blocks: 'Blocks',
    campaigns: 'Campaigns',
    console: 'Platform',
    consoleAudit: 'Platform audit',
    consoleTenants: 'Accounts',
    consoleUsers: 'Users',
    domains: 'Domains',
    groupAccount: 'Account',
    groupConsole: 'Operator',
    groupSend: 'Send',
    groupSetUp: 'Set up',
    home: 'Home',
    keys: 'API keys',
    messages: 'Messages',
    plan: 'Plan and usage',
    plans: 'Plans',
    push: 'Push',
    queues: 'Queues',
    reports: 'Reports',
    send: 'Send',
    sending: 'Tracking and brand',
    sms: 'SMS',
    start: 'Get started',
    templates: 'Templates',
    tenant: 'Members and settings',
    webhooks: 'Webhooks',
  },
  'pt-BR': {
    alerts: 'Alertas',
    audience: 'Público',
    audit: 'Auditoria',
    blocks: 'Bloqueios',
    campaigns: 'Campanhas',
    console: 'Plataforma',
    consoleAudit: 'Auditoria da plataforma',
    consoleTenants: 'Contas',
    consoleUsers: 'Usuários',
    domains: 'Domínios',
    groupAccount: 'Conta',
    groupConsole: 'Operador',
    groupSend: 'Enviar',
    groupSetUp: 'Configurar',
    home: 'Início',
    keys: 'Chaves de API',
    messages: 'Mensagens',
    plan: 'Plano e uso',
    plans: 'Planos',
    push: 'Push',
    queues: 'Filas',
    reports: 'Relatórios',
    send: 'Enviar',
    sending: 'Rastreamento e marca',
    sms: 'SMS',
    start: 'Primeiros passos',
    templates: 'Modelos',
    tenant: 'Membros e ajustes',
    webhooks: 'Webhooks',
  },
  es: {
    alerts: 'Alertas',
    audience: 'Audiencia',
    audit: 'Auditoría',
    blocks: 'Bloqueos',
    campaigns: 'Campañas',
    console: 'Plataforma',
    consoleAudit: 'Auditoría de la plataforma',
    consoleTenants: 'Cuentas',
    consoleUsers: 'Usuarios',
    domains: 'Dominios',
    groupAccount: 'Cuenta',
    groupConsole: 'Operador',
    groupSend: 'Enviar',
    groupSetUp: 'Configurar',
    home: 'Inicio',
    keys: 'Claves de API',
    messages: 'Mensajes',
    plan: 'Plan y uso',
    plans: 'Planes',
    push: 'Push',
    queues: 'Colas',
    reports: 'Informes',
    send: 'Enviar',
    sending: 'Seguimiento y marca',
    sms: 'SMS',
    start: 'Primeros pasos',
    templates: 'Plantillas',
    tenant: 'Miembros y ajustes',
    webhooks: 'Webhooks',
  },
});

type PlaceName = keyof ReturnType<typeof usePlaceWords>;

export interface Place {
  name: PlaceName;
  to: string;
  icon: LucideIcon;
}

export interface PlaceGroup {
  name?: PlaceName;
  places: readonly Place[];
  /** Only operators of the platform see it. */
  operator?: boolean;
}

/** The navigation. Every entry is a route of `routes.tsx`. */
export const PLACES: readonly PlaceGroup[] = [
  {
    places: [
      { name: 'home', to: '/', icon: House },
      { name: 'start', to: '/start', icon: Rocket },
    ],
  },
  {
    name: 'groupSend',
    places: [
      { name: 'messages', to: '/messages', icon: Mail },
      { name: 'send', to: '/send', icon: Send },
      { name: 'templates', to: '/templates', icon: LayoutTemplate },
      { name: 'campaigns', to: '/campaigns', icon: Megaphone },
      { name: 'audience', to: '/audience', icon: BookUser },
      { name: 'reports', to: '/reports', icon: ChartLine },
    ],
  },
  {
    name: 'groupSetUp',
    places: [
      { name: 'domains', to: '/domains', icon: Globe },
      { name: 'keys', to: '/keys', icon: KeyRound },
      { name: 'webhooks', to: '/webhooks', icon: Webhook },
      { name: 'sms', to: '/sms', icon: MessageSquare },
      { name: 'push', to: '/push', icon: Smartphone },
      { name: 'sending', to: '/sending', icon: SlidersHorizontal },
    ],
  },
  {
    name: 'groupAccount',
    places: [
      { name: 'tenant', to: '/tenant', icon: Users },
      { name: 'plan', to: '/plan', icon: CreditCard },
      { name: 'audit', to: '/audit', icon: ScrollText },
    ],
  },
  {
    name: 'groupConsole',
    operator: true,
    places: [
      { name: 'console', to: '/console', icon: Activity },
      { name: 'consoleTenants', to: '/console/tenants', icon: Building2 },
      { name: 'consoleUsers', to: '/console/users', icon: Users },
      { name: 'plans', to: '/console/plans', icon: CreditCard },
      { name: 'blocks', to: '/console/blocks', icon: ShieldBan },
      { name: 'alerts', to: '/console/alerts', icon: Siren },
      { name: 'queues', to: '/console/queues', icon: Workflow },
      { name: 'consoleAudit', to: '/console/audit', icon: ScrollText },
    ],
  },
];
