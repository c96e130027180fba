import type { Session } from './database';

/** Whether the store holds no event at all. */
export async function isEmpty(session: Session): Promise<boolean> {
  const [row] = await session.query<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM event) AS empty');
  return row?.empty ?? true;
}
