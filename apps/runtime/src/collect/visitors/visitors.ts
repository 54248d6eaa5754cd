import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { CountryTable, parseAddress } from '#libs/core/networks';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { Datacenters } from '#libs/sites/forms';
import { type BotReason, consentedVisitorId, type Device } from '#libs/sites/traffic';
import { asksNotToBeFollowed, userAgentOf, visitorNetworkOf } from '../../negotiation/visitor-headers.js';
import { VisitorSalts } from './visitor-salts.js';

const ID_BYTES = 8;
const KNOWN_AGENTS = 10_000;
/** A program may give itself any name. */
const LONGEST_NAME = 64;
const DEVICES: Record<string, Device> = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet', bot: 'bot' };

interface Agent {
  device: Device;
  os: string;
  browser: string;
  isBot: boolean;
}

/** A request by what is told of its visitor; the address is not among it. */
export interface Visitor extends Omit<Agent, 'isBot'> {
  /** Null for who asks by GPC or DNT not to be followed. */
  id: string | null;
  consented: boolean;
  country: string;
  bot: BotReason | null;
}

/** Tells who visits, without a name and without keeping the address. */
@Injectable()
export class Visitors {
  private readonly agents = new LRUCache<string, Agent>({ max: KNOWN_AGENTS });
  private readonly datacenters = new Datacenters();
  private countries: Promise<CountryTable | undefined> | undefined;

  constructor(
    private readonly salts: VisitorSalts,
    private readonly secrets: SecretBox,
  ) {}

  /** @param consentedId the visitor's own id, if the visitor agreed to one */
  async read(
    tenantId: TenantId,
    headers: IncomingHttpHeaders,
    address: string,
    consentedId: string | undefined,
  ): Promise<Visitor> {
    const isBot = this.agentOf(userAgentOf(headers)).isBot;
    const isDatacenter = !isBot && (await this.datacenters.has(address));
    const person = await this.readPerson(tenantId, headers, address, consentedId);
    return { ...person, bot: isBot ? 'agent' : isDatacenter ? 'datacenter' : null };
  }

  /** Reads a visitor of whom it is known that it is a person. */
  async readPerson(
    tenantId: TenantId,
    headers: IncomingHttpHeaders,
    address: string,
    consentedId: string | undefined,
  ): Promise<Visitor> {
    const userAgent = userAgentOf(headers);
    const { isBot: _, ...agent } = this.agentOf(userAgent);
    return {
      ...agent,
      id: this.idOf(tenantId, headers, address, userAgent, consentedId),
      consented: consentedId !== undefined && !asksNotToBeFollowed(headers),
      country: await this.countryOf(address),
      bot: null,
    };
  }

  private idOf(
    tenantId: TenantId,
    headers: IncomingHttpHeaders,
    address: string,
    userAgent: string,
    consentedId: string | undefined,
  ): string | null {
    if (asksNotToBeFollowed(headers)) return null;
    if (consentedId !== undefined) return consentedVisitorId(this.secrets, tenantId, consentedId);
    return createHmac('sha256', this.salts.at(Date.now()))
      .update(`${tenantId}\n${visitorNetworkOf(address) ?? ''}\n${userAgent}`)
      .digest()
      .subarray(0, ID_BYTES)
      .toString('base64url');
  }

  private agentOf(userAgent: string): Agent {
    const known = this.agents.get(userAgent);
    if (known) return known;
    const agent = readAgent(userAgent);
    this.agents.set(userAgent, agent);
    return agent;
  }

  private async countryOf(address: string): Promise<string> {
    this.countries ??= CountryTable.load().catch((error: unknown) => {
      logger.error('The table of countries cannot be read: visits have none', { error });
      return undefined;
    });
    const parsed = parseAddress(address);
    return (parsed && (await this.countries)?.find(parsed)) ?? '';
  }
}

/** Reads a user agent. Without one it is a program: every browser sends it. */
export function readAgent(userAgent: string): Agent {
  if (userAgent === '') return { device: 'desconhecido', os: '', browser: '', isBot: true };
  const { platform, os, browser } = Bowser.parse(userAgent);
  // Extensions of browsers append what a request is about, behind three bars.
  const isBot = isbot(userAgent.split(' ||| ', 1)[0]);
  return {
    device: isBot ? 'bot' : (DEVICES[platform.type ?? ''] ?? 'desconhecido'),
    os: os.name ?? '',
    browser: (browser.name ?? '').slice(0, LONGEST_NAME),
    isBot,
  };
}
