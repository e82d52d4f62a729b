-- Sends the requests that a file holds, in its order, for ever. The file begins with a line of three numbers: paths,
-- keys and length of the order; then the paths, the keys, further header lines, and the order in which keys are used.
local file = os.getenv("BENCH_REQUESTS")
local requests, paths, keys, order, extra = {}, {}, {}, nil, ""
local at, nextKey = 0, 0

function init()
  local input = assert(io.open(file, "r"))
  local pathCount, keyCount, orderCount = input:read("*n", "*n", "*n")
  input:read("*l")
  for i = 1, pathCount do paths[i] = input:read("*l") end
  for i = 1, keyCount do keys[i] = input:read("*l") end
  extra = input:read("*l")
  if extra ~= "" then extra = extra .. "\r\n" end
  if orderCount > 0 then
    order = {}
    for i = 1, orderCount do order[i] = tonumber(input:read("*l")) + 1 end
  end
  input:close()
  if keyCount == 1 then
    for i = 1, pathCount do
      requests[i] = "GET " .. paths[i] .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " .. keys[1] .. "\r\n" .. extra .. "\r\n"
    end
  end
end

function request()
  at = at % #paths + 1
  if #requests > 0 then return requests[at] end
  local key
  if order then
    nextKey = nextKey % #order + 1
    key = keys[order[nextKey]]
  else
    nextKey = nextKey % #keys + 1
    key = keys[nextKey]
  end
  return "GET " .. paths[at] .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: " .. key .. "\r\n" .. extra .. "\r\n"
end

function done(summary, latency)
  io.write(string.format(
    "RESULT %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration, summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
