<?php
// This server uses PHP's SoapServer in WSDL mode, with a cached WSDL and a persistent database connection.
declare(strict_types=1);

class Events
{
    public function SelectEventsRanged(object $call): array
    {
        return ['SelectEventsRangedResult' => "events from {$call->from} to {$call->to}: " . str_repeat('x', 71)];
    }

    public function SelectEvent(object $call): array
    {
        $connection = pg_pconnect(getenv('DATABASE_URL'));
        $result = @pg_execute($connection, 'event', [$call->intEventID]);
        if ($result === false) {
            pg_prepare($connection, 'event', 'SELECT json FROM event WHERE id = $1');
            $result = pg_execute($connection, 'event', [$call->intEventID]);
        }
        return ['SelectEventResult' => pg_fetch_result($result, 0, 0)];
    }
}

$version = str_starts_with($_SERVER['CONTENT_TYPE'] ?? '', 'application/soap+xml') ? SOAP_1_2 : SOAP_1_1;
$server = new SoapServer(__DIR__ . '/Events.wsdl', ['soap_version' => $version, 'cache_wsdl' => WSDL_CACHE_BOTH]);
$server->setClass(Events::class);
$server->handle();
