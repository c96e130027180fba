/** The path of the service below the site root. */
export const ENDPOINT = '/WebServices/Events.asmx';
