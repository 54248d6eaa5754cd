import { Module } from '@nestjs/common';
import { DestinationDeliveries } from './destination-deliveries.js';

@Module({ providers: [DestinationDeliveries], exports: [DestinationDeliveries] })
export class DestinationsModule {}
