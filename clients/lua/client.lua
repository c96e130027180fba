-- This client uses LuaSOAP for SOAP 1.1, and LuaSocket and LuaExpat for GET and POST.
local http = require 'socket.http'
local lom = require 'lxp.lom'
local soap = require 'soap.client'

local endpoint, plan = arg[1], arg[2]

local operations = {
  SelectEventsRanged = { 'from', 'to' },
  SelectEvent = { 'intEventID', 'bolAsJSON' },
  SelectEvents = { 'month', 'year' },
}
local escapes = { ['\\'] = '\\\\', ['\t'] = '\\t', ['\n'] = '\\n', ['\r'] = '\\r' }

local function say(...)
  local fields = { ... }
  for index, field in ipairs(fields) do
    fields[index] = tostring(field):gsub('[\\\t\n\r]', escapes)
  end
  print(table.concat(fields, '\t'))
end

local function text_of(element)
  local text = {}
  for _, child in ipairs(element) do
    text[#text + 1] = type(child) == 'table' and text_of(child) or child
  end
  return table.concat(text)
end

local function by_http(body, status)
  if status ~= 200 then return 'fault', status, body end
  return 'result', text_of(lom.parse(body))
end

local wsdl = assert(http.request(endpoint .. '?WSDL'))
local namespace = wsdl:match 'targetNamespace="([^"]*)"'

local function by_soap(operation, names, values)
  -- For every status but 200 LuaSOAP raises an error that contains the whole answer.
  local fine, message, _, answer = pcall(soap.call, {
    url = endpoint,
    -- LuaSOAP adds the quotes.
    soapaction = ('%s/%s'):format((namespace:gsub('/$', '')), operation),
    namespace = namespace,
    method = operation,
    entries = { { tag = names[1], values[1] }, { tag = names[2], values[2] } },
  })
  if fine then return 'result', text_of(answer[1]) end
  local code, text = message:match '<faultcode>(.-)</faultcode><faultstring>(.-)</faultstring>'
  if code == nil then return 'error', message end
  return 'fault', code, text
end

for line in io.lines(plan) do
  local id, operation, first, second = line:match '^(.-)\t(.-)\t(.-)\t(.-)$'
  local names = operations[operation]
  local form = ('%s=%s&%s=%s'):format(names[1], first, names[2], second)
  say('httpget', id, by_http(http.request(endpoint .. '/' .. operation .. '?' .. form)))
  say('httppost', id, by_http(http.request(endpoint .. '/' .. operation, form)))
  say('soap11', id, by_soap(operation, names, { first, second }))
end
