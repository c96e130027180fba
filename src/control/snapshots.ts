import type { SnapshotInfo } from '../testing/types';
import type { ControlHttp } from './http';

/** Snapshots of one space's events, rules and clock. */
export class SnapshotsControl {
  constructor(private readonly http: ControlHttp) {}

  take(name: string): Promise<SnapshotInfo> {
    return this.http.json('PUT', pathOf(name));
  }

  restore(name: string): Promise<SnapshotInfo> {
    return this.http.json('POST', `${pathOf(name)}/restore`);
  }

  list(): Promise<readonly SnapshotInfo[]> {
    return this.http.json('GET', '/snapshots');
  }

  delete(name: string): Promise<void> {
    return this.http.done('DELETE', pathOf(name));
  }
}

function pathOf(name: string): string {
  return `/snapshots/${encodeURIComponent(name)}`;
}
