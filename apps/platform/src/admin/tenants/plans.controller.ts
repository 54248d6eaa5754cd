import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/auth';
import { Operation } from '#libs/http';
import { allPlans, type Plan } from '../../plans/plan.js';
import { PlanListResponse, type PlanView } from './dto/plan.responses.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/plans')
export class PlansController {
  @Get()
  @Operation({
    summary: 'The plans that a tenant may have, and what they grant',
    description: 'A quota or limit of null means that there is none.',
    success: { status: 200, type: PlanListResponse },
  })
  list(): PlanListResponse {
    return { Plans: allPlans().map(([name, plan]) => toPlanView(name, plan)) };
  }
}

function toPlanView(name: string, { quota, callsPerMinute }: Plan): PlanView {
  return {
    Name: name,
    Quota: { Email: quota.email, Sms: quota.sms, Push: quota.push },
    CallsPerMinute: { Send: callsPerMinute.send, Read: callsPerMinute.read, Write: callsPerMinute.write },
  };
}
