import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class AdmissionVersion {
  @PrimaryColumn('boolean')
  id: boolean;

  @Column('uuid')
  run: string;

  @Column('bigint')
  number: string;
}
