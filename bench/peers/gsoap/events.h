//gsoap ns service name: Events
//gsoap ns service namespace: http://tempuri.org/
//gsoap ns service style: document
//gsoap ns service encoding: literal
//gsoap ns schema namespace: http://tempuri.org/
//gsoap ns schema form: qualified
//gsoap ns service method-action: SelectEventsRanged "http://tempuri.org/SelectEventsRanged"
struct ns__SelectEventsRangedResponse { char *SelectEventsRangedResult; };
int ns__SelectEventsRanged(LONG64 from, LONG64 to, struct ns__SelectEventsRangedResponse *response);
