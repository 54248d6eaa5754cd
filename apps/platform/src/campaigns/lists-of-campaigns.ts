import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { Problem } from '#libs/core/http';
import { ListUses } from '../lists/list-uses.js';
import { Campaign } from './campaign.entity.js';
import { UNFINISHED } from './campaign.js';

const HAS_CAMPAIGN =
  'A campaign that is scheduled, running or paused goes to this list; cancel it, or wait for its end';

/** Keeps the list of an unfinished campaign from being deleted. */
@Injectable()
export class ListsOfCampaigns implements OnModuleInit {
  constructor(private readonly uses: ListUses) {}

  onModuleInit(): void {
    this.uses.add(async (tx, tenantId, listId) => {
      const isNeeded = await tx.existsBy(Campaign, { tenantId, listId, status: In(UNFINISHED) });
      if (isNeeded) throw new Problem('Conflict', { message: HAS_CAMPAIGN });
    });
  }
}
