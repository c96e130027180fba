/** The service has this path below the site root. */
export const ENDPOINT = '/WebServices/Events.asmx';
