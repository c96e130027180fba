/** An all-day event's dates begin at midnight in the zone, as Postgres reads it where it repeats or is missing. */
export function instant(column: string, allDay: string, zone: string): string {
  return `CASE WHEN ${allDay} THEN ${midnight(column, zone)} ELSE ${column} END`;
}

export function midnight(column: string, zone: string): string {
  return `${column} AT TIME ZONE 'UTC' AT TIME ZONE ${zone}`;
}
